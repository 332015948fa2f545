package sqlparse

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// primary reads an expression without operators around it.
func (p *parser) primary() plan.Expr {
	t := p.tok()
	switch t.kind {
	case kindString:
		from := p.i
		s := p.strings()
		return &plan.Literal{Type: types.String, Value: s, Origin: p.origin(from)}
	case kindInteger, kindDecimal, kindExponent, kindSuffixed:
		return p.number(false)
	case kindQuoted:
		return p.nameOrCall()
	case kindWord:
		return p.word()
	}
	switch t.upper {
	case "(":
		return p.parenthesized()
	case "*":
		p.i++
		return p.star(nil, p.i-1)
	case "?":
		p.i++
		return p.positional()
	case ":":
		if isName(p.ahead(1)) {
			p.i += 2
			return p.named(p.i - 2)
		}
		p.i++
	}
	p.unexpected()
	return nil
}

func (p *parser) positional() plan.Expr {
	m := &plan.Parameter{Position: p.ahead(-1).start, Origin: p.origin(p.i - 1)}
	n := p.markers
	p.markers++
	if p.opts.Named == nil && p.opts.Positional == nil {
		return m
	}
	if n >= len(p.opts.Positional) {
		p.raise(p.i-1, "UNBOUND_SQL_PARAMETER", "name", "_"+itoa(m.Position))
	}
	return p.opts.Positional[n]
}

func (p *parser) named(from int) plan.Expr {
	t := p.ahead(-1)
	name := p.textOf(t)
	if t.kind == kindQuoted {
		name = strings.ReplaceAll(name[1:len(name)-1], "``", "`")
	}
	if p.opts.Named == nil && p.opts.Positional == nil {
		return &plan.Parameter{Name: name, Origin: p.origin(from)}
	}
	v, ok := p.opts.Named[name]
	if !ok {
		p.raise(from, "UNBOUND_SQL_PARAMETER", "name", name)
	}
	return v
}

// star finishes * or t.* with its EXCEPT list.
func (p *parser) star(target []string, from int) plan.Expr {
	s := &plan.Star{Target: target}
	if p.tok().upper == "EXCEPT" && p.ahead(1).upper == "(" && !p.queryAt(p.i+2) {
		p.i++
		s.Except = parens(p, p.multipartName)
	}
	s.Origin = p.origin(from)
	return s
}

// parenthesized reads ( query ), ( a ), ( a, b ) or (x, y) -> body.
func (p *parser) parenthesized() plan.Expr {
	p.enter()
	defer p.leave()
	from := p.i
	if p.lambdaAhead() {
		params := parens(p, p.plainName)
		p.expect("->")
		body := p.expression()
		return &plan.Lambda{Params: params, Body: body, Origin: p.origin(from)}
	}
	p.i++
	if p.queryAt(p.i) {
		q := p.query()
		p.close()
		return &plan.ScalarSubquery{Plan: q, Origin: p.origin(from)}
	}
	items := list(p, p.namedExpression)
	if len(items) == 1 {
		if _, named := items[0].(*plan.Alias); named {
			p.i--
			p.unexpected()
		}
		p.close()
		return items[0]
	}
	p.close()
	return &plan.RowValue{Fields: items, Origin: p.origin(from)}
}

// lambdaAhead: ( x ) -> or ( x, y ) ->.
func (p *parser) lambdaAhead() bool {
	end := p.match[p.i]
	return end > 0 && end+1 < len(p.tokens) && p.tokens[end+1].upper == "->"
}

// queryAt tells whether a query starts at token i. ((SELECT 1) UNION …) is one; ((SELECT 1) + 1) is a value.
func (p *parser) queryAt(i int) bool {
	if i+1 >= len(p.tokens) {
		return false
	}
	next := &p.tokens[i+1]
	switch p.tokens[i].upper {
	case "SELECT":
		return !oneOf(next, []string{",", ")", "."}) && precedence(next.upper) == 0 || next.upper == "*"
	case "WITH":
		return isName(next) && i+2 < len(p.tokens) && (oneOf(&p.tokens[i+2], []string{"AS", "("}) || next.upper == "RECURSIVE" || isName(&p.tokens[i+2]))
	case "FROM":
		return isName(next) || next.upper == "("
	case "VALUES":
		return next.kind != kindSymbol || next.upper == "("
	case "TABLE":
		return isName(next)
	case "(":
		return p.queryInParens(i)
	}
	return false
}

// queryInParens decides for a run of parentheses by what stands innermost and behind each closing one.
func (p *parser) queryInParens(i int) bool {
	inner := p.inner[i]
	if !p.queryAt(inner) {
		return false
	}
	for open := inner - 1; open >= i; open-- {
		end := p.match[open]
		if end < 0 || end+1 >= len(p.tokens) {
			return true
		}
		if !oneOf(&p.tokens[end+1], []string{")", "UNION", "INTERSECT", "EXCEPT", "MINUS", "ORDER", "LIMIT", "OFFSET", "SORT", "CLUSTER", "DISTRIBUTE", "|>"}) {
			return false
		}
	}
	return true
}

// word reads an expression that starts with a word: special syntax, a typed literal, a call or a column.
func (p *parser) word() plan.Expr {
	from, next := p.i, p.ahead(1)
	word := p.tok().upper
	switch {
	case word == "NULL" && next.upper != "(":
		p.i++
		return &plan.Literal{Type: types.Null, Origin: p.origin(from)}
	case (word == "TRUE" || word == "FALSE") && next.upper != "(":
		p.i++
		return &plan.Literal{Type: types.Boolean, Value: word == "TRUE", Origin: p.origin(from)}
	case word == "CASE" && !oneOf(next, []string{",", ")", "."}) && next.kind != kindEOF:
		return p.caseWhen()
	case word == "INTERVAL" && p.intervalAhead():
		return p.interval()
	case next.kind == kindString:
		return p.typedLiteral()
	case next.upper == "->":
		name := p.plainName()
		p.i++
		body := p.expression()
		return &plan.Lambda{Params: []string{name}, Body: body, Origin: p.origin(from)}
	case next.upper == "(":
		if e := p.specialCall(word); e != nil {
			return e
		}
	case word == "DEFAULT" && p.defaultAhead(next):
		p.i++
		return &plan.Default{Origin: p.origin(from)}
	}
	return p.nameOrCall()
}

// defaultAhead: DEFAULT alone, as a value of INSERT, UPDATE or MERGE.
func (p *parser) defaultAhead(next *token) bool {
	return next.kind == kindEOF || oneOf(next, []string{",", ")", ";", "WHERE", "WHEN", "AS"})
}

// nameOrCall reads a column, t.*, or a function call by a name of one or more parts.
func (p *parser) nameOrCall() plan.Expr {
	from := p.i
	parts := []string{p.plainName()}
	for p.tok().upper == "." && isName(p.ahead(1)) {
		p.i++
		parts = append(parts, p.plainName())
	}
	switch {
	case p.tok().upper == "." && p.ahead(1).upper == "*":
		p.i += 2
		return p.star(parts, from)
	case p.tok().upper == "(" && !(p.noCalls && p.queryAt(p.i+1)):
		return p.call(parts, from)
	}
	return &plan.Attribute{Parts: parts, Origin: p.origin(from)}
}

// caseWhen reads both forms of CASE; the simple one becomes comparisons, as in Spark.
func (p *parser) caseWhen() plan.Expr {
	p.enter()
	defer p.leave()
	from := p.i
	p.expect("CASE")
	var subject plan.Expr
	if !p.is("WHEN") {
		subject = p.expression()
	}
	c := &plan.Case{}
	for first := true; first || p.is("WHEN"); first = false {
		p.expect("WHEN")
		at := p.i
		when := p.expression()
		if subject != nil {
			when = p.operator("=", at, subject, when)
		}
		p.expect("THEN")
		c.When = append(c.When, plan.WhenThen{When: when, Then: p.expression()})
	}
	if p.accept("ELSE") {
		c.Else = p.expression()
	}
	p.expect("END")
	c.Origin = p.origin(from)
	return c
}

// typedLiteral reads DATE '…', TIMESTAMP '…', X'…' and refuses other words before a string.
func (p *parser) typedLiteral() plan.Expr {
	from := p.i
	typeName := p.advance().upper
	text := p.stringLiteral()
	o := p.origin(from)
	switch typeName {
	case "DATE", "TIMESTAMP", "TIMESTAMP_NTZ", "TIMESTAMP_LTZ", "TIME":
		return &plan.TypedText{TypeName: typeName, Text: text, Origin: o}
	case "X":
		b, ok := unhex(text)
		if !ok {
			p.complain(from, "INVALID_TYPED_LITERAL", "valueType", `"X"`, "value", sqlString(text))
		}
		return &plan.Literal{Type: types.Binary, Value: b, Origin: o}
	}
	p.complain(from, "UNSUPPORTED_TYPED_LITERAL", "unsupportedType", `"`+typeName+`"`, "supportedTypes",
		`"DATE", "TIMESTAMP_NTZ", "TIMESTAMP_LTZ", "TIMESTAMP", "INTERVAL", "X", "TIME"`)
	return &plan.Literal{Type: types.String, Value: text, Origin: o}
}
