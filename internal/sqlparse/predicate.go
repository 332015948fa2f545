package sqlparse

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// predicated reads a value and the predicate behind it: BETWEEN, IN, LIKE, IS ….
func (p *parser) predicated() plan.Expr {
	from := p.i
	e := p.value(0)
	not := false
	if p.is("NOT", "!") && oneOf(p.ahead(1), []string{"BETWEEN", "IN", "LIKE", "ILIKE", "RLIKE", "REGEXP"}) {
		not = true
		p.i++
	}
	var out plan.Expr
	switch p.tok().upper {
	case "BETWEEN":
		out = p.between(e, from)
	case "IN":
		if p.ahead(1).upper != "(" {
			if !not && !isName(p.ahead(1)) {
				p.i++
				p.unexpected()
			}
			return e
		}
		out = p.in(e, from)
	case "LIKE", "ILIKE", "RLIKE", "REGEXP":
		out = p.like(e, from)
	case "IS":
		return p.isTest(e, from)
	default:
		return e
	}
	if not {
		return p.operator("not", from, out)
	}
	return out
}

func (p *parser) between(e plan.Expr, from int) plan.Expr {
	p.expect("BETWEEN")
	symmetric := false
	if p.is("SYMMETRIC", "ASYMMETRIC") && !oneOf(p.ahead(1), []string{"AND", "."}) {
		symmetric = p.advance().upper == "SYMMETRIC"
	}
	low := p.value(0)
	p.expect("AND")
	high := p.value(0)
	return &plan.Between{Value: e, Low: low, High: high, Symmetric: symmetric, Origin: p.origin(from)}
}

func (p *parser) in(e plan.Expr, from int) plan.Expr {
	p.expect("IN", "(")
	if p.queryAt(p.i) && !p.typedLiteralAhead() {
		q := p.query()
		p.close()
		values := []plan.Expr{e}
		if r, ok := e.(*plan.RowValue); ok {
			values = r.Fields
		}
		return &plan.InSubquery{Values: values, Plan: q, Origin: p.origin(from)}
	}
	items := list(p, p.expression)
	p.close()
	return &plan.In{Value: e, List: items, Origin: p.origin(from)}
}

// typedLiteralAhead: SELECT 'x' ) reads as a literal of the unknown type SELECT, because Spark tries the list first.
func (p *parser) typedLiteralAhead() bool {
	return p.tok().upper == "SELECT" && p.ahead(1).kind == kindString && oneOf(p.ahead(2), []string{")", ","})
}

func (p *parser) like(e plan.Expr, from int) plan.Expr {
	l := &plan.Like{Value: e, Kind: "rlike"}
	switch p.advance().upper {
	case "LIKE":
		l.Kind = "like"
	case "ILIKE":
		l.Kind = "ilike"
	}
	quantified := l.Kind != "rlike" && p.is("ANY", "SOME", "ALL") && p.ahead(1).upper == "("
	if quantified {
		l.Quantifier = lower(p.advance().upper)
		if l.Quantifier == "some" {
			l.Quantifier = "any"
		}
		p.expect("(")
		if p.is(")") {
			p.raise(from, "_LEGACY_ERROR_TEMP_0064", "msg", "Expected something between '(' and ')'.")
		}
		l.Patterns = list(p, p.expression)
		p.close()
	} else {
		l.Patterns = []plan.Expr{p.value(0)}
		if l.Kind != "rlike" && p.is("ESCAPE") {
			p.i++
			at := p.i
			l.Escape = p.stringLiteral()
			if len([]rune(l.Escape)) != 1 {
				p.raise(at, "INVALID_ESCAPE_CHAR", "sqlExpr", `"`+l.Escape+`"`)
			}
		}
	}
	l.Origin = p.origin(from)
	return l
}

// isTest reads IS [NOT] NULL, TRUE, FALSE, UNKNOWN, DISTINCT FROM.
func (p *parser) isTest(e plan.Expr, from int) plan.Expr {
	p.expect("IS")
	not := p.acceptOne("NOT", "!") != ""
	test := func(yes, no string) plan.Expr {
		if not {
			return p.operator(no, from, e)
		}
		return p.operator(yes, from, e)
	}
	negated := func(c plan.Expr) plan.Expr {
		if not {
			return p.operator("not", from, c)
		}
		return c
	}
	switch p.acceptOne("NULL", "TRUE", "FALSE", "UNKNOWN", "DISTINCT") {
	case "NULL":
		return test("isnull", "isnotnull")
	case "UNKNOWN":
		return test("isunknown", "isnotunknown")
	case "TRUE":
		return negated(p.operator("<=>", from, e, &plan.Literal{Type: types.Boolean, Value: true, Origin: p.origin(p.i - 1)}))
	case "FALSE":
		return negated(p.operator("<=>", from, e, &plan.Literal{Type: types.Boolean, Value: false, Origin: p.origin(p.i - 1)}))
	case "DISTINCT":
		p.expect("FROM")
		right := p.value(0)
		c := p.operator("<=>", from, e, right)
		if not {
			return c
		}
		return p.operator("not", from, c)
	}
	p.unexpected()
	return nil
}
