package sqlparse

import (
	"github.com/flintlake/flintlake/internal/plan"
)

// declare reads DECLARE [OR REPLACE] [VARIABLE] a, b [type] [DEFAULT expr].
func (p *parser) declare() plan.Command {
	p.expect("DECLARE")
	d := &plan.DeclareVariable{Replace: p.accept("OR", "REPLACE")}
	if p.is("VARIABLE", "VAR") && isName(p.ahead(1)) && !isDefault(p.ahead(1)) {
		p.i++
	}
	d.Names = list(p, p.nameRef)
	if isName(p.tok()) && !p.is("DEFAULT") {
		d.Type = p.dataType()
	}
	if p.accept("DEFAULT") || p.accept("=") {
		d.Default = p.expression()
	} else if d.Type == nil {
		p.unexpected()
	}
	return d
}

func isDefault(t *token) bool { return t.upper == "DEFAULT" }

// setVariable reads a = expr, b = expr, or (a, b) = (query).
func (p *parser) setVariable() plan.Command {
	s := &plan.SetVariable{}
	if p.is("(") {
		s.Names = parens(p, p.nameRef)
		p.expect("=", "(")
		s.Query = p.query()
		p.close()
		return s
	}
	for again := true; again; again = p.accept(",") {
		s.Names = append(s.Names, p.nameRef())
		p.expect("=")
		s.Values = append(s.Values, p.expression())
	}
	return s
}

// executeImmediate reads EXECUTE IMMEDIATE text [INTO a, b] [USING x, y AS name].
func (p *parser) executeImmediate() plan.Command {
	p.expect("EXECUTE", "IMMEDIATE")
	e := &plan.ExecuteImmediate{Text: p.expression()}
	for {
		switch {
		case e.Into == nil && p.accept("INTO"):
			e.Into = list(p, p.multipartName)
		case e.Args == nil && p.is("USING"):
			p.i++
			if p.is("(") && p.match[p.i] > 0 {
				e.Args = parens(p, p.namedExpression)
			} else {
				e.Args = list(p, p.namedExpression)
			}
		default:
			return e
		}
	}
}
