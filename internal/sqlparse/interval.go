package sqlparse

import (
	"github.com/flintlake/flintlake/internal/plan"
)

// intervalUnit is a unit in multi-unit intervals without its plural s, or "".
func intervalUnit(word string) string {
	if n := len(word); n > 1 && word[n-1] == 'S' {
		word = word[:n-1]
	}
	switch word {
	case "NANOSECOND", "MICROSECOND", "MILLISECOND", "SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "YEAR":
		return word
	}
	return ""
}

// intervalAhead: the word INTERVAL here starts a literal and is no column.
func (p *parser) intervalAhead() bool {
	next := p.ahead(1)
	switch {
	case next.kind == kindString, isNumber(next):
		return true
	case next.upper == "-" || next.upper == "+":
		return (p.ahead(2).kind == kindString || isNumber(p.ahead(2))) && intervalUnit(p.ahead(3).upper) != ""
	case next.upper == "(" || next.upper == "?" || next.upper == ":" || isName(next):
		return p.intervalExprAhead()
	}
	return false
}

// intervalExprAhead: INTERVAL expr UNIT for a parenthesized expression, a parameter or a name.
func (p *parser) intervalExprAhead() bool {
	i := p.i + 1
	switch p.tokens[i].upper {
	case "(":
		if i = p.match[i]; i < 0 {
			return false
		}
	case ":":
		i++
	}
	return i+1 < len(p.tokens) && intervalUnit(p.tokens[i+1].upper) != "" && p.tokens[i].upper != "AS"
}

// interval reads an interval literal. Its parts become text that intervalText understands.
func (p *parser) interval() plan.Expr {
	from := p.i
	p.expect("INTERVAL")
	if p.tok().kind == kindString && intervalUnit(p.ahead(1).upper) == "" {
		text := p.stringLiteral()
		return p.intervalText(text, from)
	}
	var parts []intervalPart
	for {
		part, ok := p.intervalPart()
		if !ok {
			break
		}
		if p.accept("TO") {
			to := intervalUnit(p.advance().upper)
			if len(parts) > 0 || to == "" {
				p.i--
				p.unexpected()
			}
			return p.unitToUnit(part, to, from)
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return p.intervalExpression(from)
	}
	return p.multiUnits(parts, from)
}

type intervalPart struct {
	text   string // sign and digits
	quoted bool
	unit   string
	word   string // the unit as written
}

// intervalPart reads value and unit, when they are here.
func (p *parser) intervalPart() (part intervalPart, ok bool) {
	i := 0
	sign := ""
	if p.is("-", "+") {
		sign, i = p.tok().upper, 1
	}
	t := p.ahead(i)
	unit := intervalUnit(p.ahead(i + 1).upper)
	if t.kind != kindString && t.kind != kindInteger && t.kind != kindDecimal || unit == "" {
		return part, false
	}
	text := p.textOf(t)
	if t.kind == kindString {
		text = unquote(text)
	}
	part = intervalPart{text: text, quoted: t.kind == kindString, unit: unit, word: p.textOf(p.ahead(i + 1))}
	if sign == "-" {
		part.text = "-" + text
		if len(text) > 0 && text[0] == '-' {
			part.text = text[1:]
		}
	}
	p.i += i + 2
	return part, true
}

// intervalExpression reads INTERVAL expr UNIT, which is computed from a value that is no literal.
func (p *parser) intervalExpression(from int) plan.Expr {
	n := &plan.Interval{}
	v := p.primary()
	unit := intervalUnit(p.tok().upper)
	if unit == "" {
		p.unexpected()
	}
	p.i++
	n.Units = append(n.Units, plan.IntervalUnit{Value: v, Unit: unit})
	n.Origin = p.origin(from)
	return n
}
