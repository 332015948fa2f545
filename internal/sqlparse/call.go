package sqlparse

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// call reads the arguments of name(… and everything that may follow them: WITHIN GROUP, FILTER, IGNORE NULLS, OVER.
func (p *parser) call(name []string, from int) plan.Expr {
	if oneOf(p.ahead(-1), []string{"ANY", "SOME", "ALL"}) && p.queryAt(p.i+1) {
		p.unexpected() // quantified comparisons do not exist
	}
	p.enter()
	defer p.leave()
	c := &plan.Call{Name: name}
	p.arguments(c)
	return p.callSuffix(c, from)
}

// arguments reads (DISTINCT a, key => b, …).
func (p *parser) arguments(c *plan.Call) {
	p.expect("(")
	if p.accept(")") {
		return
	}
	if p.is("DISTINCT", "ALL") && !oneOf(p.ahead(1), []string{",", ")", "."}) {
		c.Distinct = p.advance().upper == "DISTINCT"
	}
	for {
		name := ""
		if isName(p.tok()) && p.ahead(1).upper == "=>" {
			name = p.plainName()
			p.i++
		}
		if name != "" && c.ArgNames == nil {
			c.ArgNames = make([]string, len(c.Args), len(c.Args)+1)
		}
		c.Args = append(c.Args, p.argument())
		if c.ArgNames != nil {
			c.ArgNames = append(c.ArgNames, name)
		}
		if !p.accept(",") {
			break
		}
	}
	if len(c.Args) == 1 && p.is("IGNORE", "RESPECT") && p.ahead(1).upper == "NULLS" {
		p.nullsOption(c)
	}
	p.close()
}

// argument is an expression or TABLE(query).
func (p *parser) argument() plan.Expr {
	if p.is("TABLE") && (p.ahead(1).upper == "(" || isName(p.ahead(1)) && !oneOf(p.ahead(2), []string{"("})) {
		return p.tableArgument()
	}
	return p.expression()
}

func (p *parser) nullsOption(c *plan.Call) {
	ignore := p.advance().upper == "IGNORE"
	p.expect("NULLS")
	c.IgnoreNulls = &ignore
}

func (p *parser) callSuffix(c *plan.Call, from int) plan.Expr {
	if p.isSeq("WITHIN", "GROUP", "(") {
		p.i += 3
		p.expect("ORDER", "BY")
		c.WithinGroup = list(p, p.sortItem)
		p.close()
	}
	if p.isSeq("FILTER", "(", "WHERE") {
		p.i += 3
		c.Filter = p.expression()
		p.close()
	}
	if p.is("IGNORE", "RESPECT") && p.ahead(1).upper == "NULLS" {
		p.nullsOption(c)
	}
	c.Origin = p.origin(from)
	if p.is("OVER") && (p.ahead(1).upper == "(" || isName(p.ahead(1)) && !p.overIsAlias()) {
		p.i++
		w := p.windowSpec()
		w.Func, w.Origin = c, p.origin(from)
		return w
	}
	return c
}

// overIsAlias: count(*) over FROM t.
func (p *parser) overIsAlias() bool { return p.ahead(1).upper == "FROM" && isName(p.ahead(2)) }

// specialCall reads the calls with a syntax of their own; nil when the word, or what follows it, is an ordinary call.
func (p *parser) specialCall(word string) plan.Expr {
	from := p.i
	switch word {
	case "CAST", "TRY_CAST":
		return p.cast(word)
	case "EXTRACT":
		if isName(p.ahead(2)) && p.ahead(3).upper == "FROM" {
			return p.extract()
		}
	case "SUBSTRING", "SUBSTR":
		return p.substring(word)
	case "TRIM":
		return p.trim()
	case "OVERLAY":
		return p.overlay()
	case "POSITION":
		return p.position()
	case "TIMESTAMPADD", "DATEADD", "DATE_ADD", "TIMESTAMPDIFF", "DATEDIFF", "DATE_DIFF", "TIMEDIFF":
		return p.unitCall(word)
	case "STRUCT":
		p.i++
		c := &plan.Call{Name: []string{"struct"}}
		if p.ahead(1).upper == ")" {
			p.i += 2
		} else {
			c.Args = parens(p, p.namedExpression)
		}
		c.Origin = p.origin(from)
		return c
	case "IDENTIFIER":
		parts := p.identifierClause()
		if p.is("(") {
			return p.call(parts, from)
		}
		return &plan.Attribute{Parts: parts, Origin: p.origin(from)}
	}
	return nil
}

func (p *parser) cast(word string) plan.Expr {
	from := p.i
	p.i += 2
	p.enter()
	defer p.leave()
	e := p.expression()
	if !p.accept("AS") {
		p.unexpected()
	}
	c := &plan.Cast{Child: e, Type: p.dataType()}
	if word == "TRY_CAST" {
		c.Mode = plan.CastTry
	}
	p.close()
	c.Origin = p.origin(from)
	return c
}

func (p *parser) stringAt(s string, from int) plan.Expr {
	return &plan.Literal{Type: types.String, Value: s, Origin: p.origin(from)}
}

func (p *parser) int(n int32, from int) plan.Expr {
	return &plan.Literal{Type: types.Integer, Value: n, Origin: p.origin(from)}
}

func (p *parser) extract() plan.Expr {
	from := p.i
	p.i += 2
	field := p.stringAt(p.plainName(), p.i)
	p.expect("FROM")
	source := p.value(0)
	p.close()
	return p.operator("extract", from, field, source)
}

// substring reads (s, p, n) and (s FROM p FOR n); the commas may carry named arguments, which only the general form has.
func (p *parser) substring(word string) plan.Expr {
	if p.ahead(3).upper == "=>" || oneOf(p.ahead(2), []string{")", "DISTINCT"}) {
		return nil
	}
	from := p.i
	p.i += 2
	args := []plan.Expr{p.expression()}
	if p.accept("FROM") || p.accept(",") {
		args = append(args, p.expression())
		for p.is("FOR", ",") {
			p.i++
			args = append(args, p.expression())
		}
	}
	p.close()
	return p.callSuffix(&plan.Call{Name: []string{lower(word)}, Args: args}, from)
}

// trim reads TRIM([BOTH|LEADING|TRAILING] [chars] FROM s) as trim, ltrim, rtrim with the characters first.
func (p *parser) trim() plan.Expr {
	from := p.i
	name := "trim"
	at := p.i + 2
	switch p.tokens[at].upper {
	case "BOTH", "LEADING", "TRAILING":
		if oneOf(p.ahead(3), []string{",", ")", "."}) {
			return nil
		}
		if p.tokens[at].upper == "LEADING" {
			name = "ltrim"
		} else if p.tokens[at].upper == "TRAILING" {
			name = "rtrim"
		}
		at++
	case "FROM":
	case ")":
		return nil
	}
	start := p.i
	p.i = at
	if p.accept("FROM") {
		s := p.value(0)
		p.close()
		return p.operator(name, from, s)
	}
	if p.tokens[p.i].kind == kindWord && p.ahead(1).upper == "=>" {
		p.i = start
		return nil
	}
	chars := p.expression()
	if at == start+2 && p.is(")", ",") { // an ordinary call
		c := &plan.Call{Name: []string{"trim"}, Args: []plan.Expr{chars}}
		for p.accept(",") {
			c.Args = append(c.Args, p.expression())
		}
		p.close()
		return p.callSuffix(c, from)
	}
	p.expect("FROM")
	s := p.value(0)
	p.close()
	return p.operator(name, from, chars, s)
}

// overlay reads OVERLAY(s PLACING r FROM p [FOR n]).
func (p *parser) overlay() plan.Expr {
	from := p.i
	if p.ahead(3).upper == "=>" || p.ahead(2).upper == ")" {
		return nil
	}
	p.i += 2
	args := []plan.Expr{p.expression()}
	if p.accept("PLACING") {
		args = append(args, p.value(0))
		p.expect("FROM")
		args = append(args, p.value(0))
		if p.accept("FOR") {
			args = append(args, p.value(0))
		}
		p.close()
		return p.operator("overlay", from, args...)
	}
	for p.accept(",") {
		args = append(args, p.expression())
	}
	p.close()
	return p.callSuffix(&plan.Call{Name: []string{"overlay"}, Args: args}, from)
}

// position reads POSITION(a IN b), which is locate(a, b, 1).
func (p *parser) position() plan.Expr {
	from := p.i
	if p.ahead(3).upper == "=>" || p.ahead(2).upper == ")" {
		return nil
	}
	p.i += 2
	first := p.value(0)
	if p.accept("IN") {
		s := p.value(0)
		p.close()
		return p.operator("locate", from, first, s, p.int(1, from))
	}
	args := []plan.Expr{first}
	for p.accept(",") {
		args = append(args, p.expression())
	}
	p.close()
	return p.callSuffix(&plan.Call{Name: []string{"position"}, Args: args}, from)
}

func isDatetimeUnit(upper string) bool {
	switch upper {
	case "YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "DAYOFYEAR", "HOUR", "MINUTE", "SECOND", "MILLISECOND", "MICROSECOND":
		return true
	}
	return false
}

// unitCall reads TIMESTAMPADD(unit, n, ts) and TIMESTAMPDIFF(unit, a, b); the unit becomes a string argument. Calls
// without a unit are ordinary ones (date_add(d, n)).
func (p *parser) unitCall(word string) plan.Expr {
	from := p.i
	unit, comma := p.ahead(2), p.ahead(3)
	if comma.upper != "," || !isDatetimeUnit(unit.upper) && unit.kind != kindString {
		return nil
	}
	if unit.kind == kindString && !p.threeArguments() {
		return nil
	}
	name := "timestampadd"
	if word == "TIMESTAMPDIFF" || word == "DATEDIFF" || word == "DATE_DIFF" || word == "TIMEDIFF" {
		name = "timestampdiff"
	}
	if unit.kind == kindWord && !p.threeArguments() {
		return nil
	}
	if unit.kind == kindString {
		p.i += 2
		p.complain(p.i, "INVALID_PARAMETER_VALUE.DATETIME_UNIT", "functionName", "`"+word+"`", "parameter", "`unit`", "invalidValue", p.textOf(unit))
		p.i -= 2
	}
	p.i += 2
	u := p.stringAt(p.textOf(p.tok()), p.i)
	p.i += 2
	a := p.expression()
	p.expect(",")
	b := p.expression()
	p.close()
	return p.operator(name, from, u, a, b)
}

// threeArguments looks whether the call here has two commas of its own.
func (p *parser) threeArguments() bool {
	end := p.match[p.i+1]
	if end < 0 {
		return true
	}
	commas := 0
	for i := p.i + 2; i < end; i++ {
		if m := p.match[i]; m > 0 {
			i = m
			continue
		}
		if p.tokens[i].upper == "," {
			commas++
		}
	}
	return commas == 2
}
