package sqlparse

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// expression reads a boolean expression: OR, AND, NOT, then predicates over values.
func (p *parser) expression() plan.Expr {
	p.enter()
	defer p.leave()
	from := p.i
	terms := []plan.Expr{p.conjunction()}
	for p.accept("OR") {
		terms = append(terms, p.conjunction())
	}
	return p.balanced("or", terms, from)
}

func (p *parser) conjunction() plan.Expr {
	from := p.i
	terms := []plan.Expr{p.negation()}
	for p.accept("AND") {
		terms = append(terms, p.negation())
	}
	return p.balanced("and", terms, from)
}

// balanced combines a chain into a tree of logarithmic depth, split in the middle as Spark does it: the tree decides the
// generated column name.
func (p *parser) balanced(op string, terms []plan.Expr, from int) plan.Expr {
	if len(terms) == 1 {
		return terms[0]
	}
	o := p.origin(from)
	var build func(low, high int) plan.Expr
	build = func(low, high int) plan.Expr {
		if low == high {
			return terms[low]
		}
		mid := low + (high-low)/2
		if high-low == 1 {
			mid = low
		}
		return &plan.Call{Name: []string{op}, Args: []plan.Expr{build(low, mid), build(mid+1, high)}, Operator: true, Origin: o}
	}
	return build(0, len(terms)-1)
}

func (p *parser) negation() plan.Expr {
	from := p.i
	if p.is("NOT", "!") && !p.notIsName() {
		p.enter()
		defer p.leave()
		p.i++
		return p.operator("not", from, p.negation())
	}
	if p.isSeq("EXISTS", "(") && p.queryAt(p.i+2) {
		p.i += 2
		q := p.query()
		p.close()
		return &plan.Exists{Plan: q, Origin: p.origin(from)}
	}
	return p.predicated()
}

// notIsName: a column called not, at the end of its expression.
func (p *parser) notIsName() bool {
	next := p.ahead(1)
	return p.tok().upper == "NOT" && (next.kind == kindEOF || oneOf(next, []string{",", ")", ".", "="}))
}

// operator makes the call that stands for an operator or special syntax.
func (p *parser) operator(name string, from int, args ...plan.Expr) *plan.Call {
	return &plan.Call{Name: []string{name}, Args: args, Operator: true, Origin: p.origin(from)}
}

// precedence of the binary operators of values; higher binds tighter, 0 is none.
func precedence(symbol string) int {
	switch symbol {
	case "*", "/", "%", "DIV":
		return 8
	case "+", "-", "||":
		return 7
	case "<<", ">>", ">>>":
		return 6
	case "&":
		return 5
	case "^":
		return 4
	case "|":
		return 3
	case "=", "==", "<>", "!=", "<", "<=", ">", ">=", "<=>", "!<", "!>":
		return 2
	}
	return 0
}

// functionOf is the function that an operator calls.
func functionOf(symbol string) string {
	switch symbol {
	case "==":
		return "="
	case "<>":
		return "!="
	case "!<":
		return ">="
	case "!>":
		return "<="
	}
	return strings.ToLower(symbol)
}

// value reads a valueExpression whose operators bind at least as tight as least.
func (p *parser) value(least int) plan.Expr {
	from := p.i
	left := p.unary()
	for {
		symbol := p.tok().upper
		level := precedence(symbol)
		if level == 0 || level < least || symbol == "DIV" && !p.divIsOperator() {
			return left
		}
		p.i++
		right := p.value(level + 1)
		left = p.operator(functionOf(symbol), from, left, right)
	}
}

func (p *parser) divIsOperator() bool {
	next := p.ahead(1)
	return next.kind != kindEOF && !oneOf(next, []string{",", ")", "FROM"})
}

func (p *parser) unary() plan.Expr {
	from := p.i
	sign := p.tok().upper
	if sign != "-" && sign != "+" && sign != "~" || p.tok().kind != kindSymbol {
		return p.postfix(p.primary(), from)
	}
	if sign == "-" && isNumber(p.ahead(1)) {
		p.i++
		return p.postfix(p.number(true), from)
	}
	p.enter()
	defer p.leave()
	p.i++
	operand := p.unary()
	switch sign {
	case "-":
		return p.operator("negative", from, operand)
	case "+":
		return p.operator("positive", from, operand)
	}
	return p.operator("~", from, operand)
}

// postfix reads what may follow a primary expression: .field [index] ::type COLLATE name :path.
func (p *parser) postfix(e plan.Expr, from int) plan.Expr {
	for {
		switch p.tok().upper {
		case ".":
			if !isName(p.ahead(1)) {
				p.i++
				p.unexpected()
			}
			p.i++
			e = p.dereference(e, from)
		case "[":
			p.i++
			p.enter()
			key := p.value(0)
			p.leave()
			if !p.accept("]") {
				p.unexpected()
			}
			e = &plan.Field{Child: e, Key: key, Origin: p.origin(from)}
		case "::":
			p.i++
			t := p.dataType()
			e = &plan.Cast{Child: e, Type: t, Origin: p.origin(from)}
		case "COLLATE":
			if !isName(p.ahead(1)) {
				return e
			}
			p.i++
			name := p.multipartName()
			e = &plan.Collate{Child: e, Collation: name, Origin: p.origin(from)}
		case ":":
			if !p.variantPathAhead(e) {
				return e
			}
			e = p.variantPath(e, from)
		default:
			return e
		}
	}
}

// dereference reads the name behind a dot: another part of a column's name, or a field of a value.
func (p *parser) dereference(e plan.Expr, from int) plan.Expr {
	name := p.plainName()
	if a, ok := e.(*plan.Attribute); ok {
		return &plan.Attribute{Parts: append(a.Parts[:len(a.Parts):len(a.Parts)], name), Origin: p.origin(from)}
	}
	o := p.origin(from)
	return &plan.Field{Child: e, Key: &plan.Literal{Type: types.String, Value: name, Origin: o}, Dotted: true, Origin: o}
}

// variantPathAhead: col:path, not the : of a label or of STRUCT<a: INT>.
func (p *parser) variantPathAhead(e plan.Expr) bool {
	switch e.(type) {
	case *plan.Attribute, *plan.Field, *plan.Call, *plan.Cast:
	default:
		return false
	}
	next := p.ahead(1)
	return isName(next) || next.upper == "["
}

// variantPath reads v:a.b[0]['c'] and makes variant_get(v, '$.a.b[0]["c"]', 'variant').
func (p *parser) variantPath(e plan.Expr, from int) plan.Expr {
	p.expect(":")
	var path strings.Builder
	path.WriteByte('$')
	if isName(p.tok()) {
		path.WriteString(variantField(p.plainName()))
	}
	for {
		switch {
		case p.tok().upper == "." && isName(p.ahead(1)):
			p.i++
			path.WriteString(variantField(p.plainName()))
		case p.tok().upper == "[" && (p.ahead(1).kind == kindInteger || p.ahead(1).kind == kindString):
			p.i++
			if p.tok().kind == kindInteger {
				path.WriteString("[" + p.textOf(p.advance()) + "]")
			} else {
				path.WriteString(variantField(p.stringLiteral()))
			}
			p.expect("]")
		default:
			o := p.origin(from)
			text := func(s string) plan.Expr { return &plan.Literal{Type: types.String, Value: s, Origin: o} }
			return p.operator("variant_get", from, e, text(path.String()), text("variant"))
		}
	}
}

func variantField(name string) string {
	for i := range len(name) {
		if !isWordByte(name[i]) && !isDigit(name[i]) {
			return `["` + strings.ReplaceAll(name, `"`, `\"`) + `"]`
		}
	}
	return "." + name
}

// namedExpression is an item of a select list: expression [AS] alias, or AS (a, b).
func (p *parser) namedExpression() plan.Expr {
	from := p.i
	e := p.expression()
	switch {
	case p.tok().upper == "AS" && (isName(p.ahead(1)) || p.ahead(1).upper == "("):
		p.i++
		if p.is("(") {
			return &plan.Alias{Child: e, Names: p.nameList(), Origin: p.origin(from)}
		}
		return &plan.Alias{Child: e, Names: []string{p.name()}, Origin: p.origin(from)}
	case p.tok().upper == "AS" && p.ahead(1).kind != kindEOF:
		p.i++
		p.unexpected()
	case p.tok().upper == "AS": // a column called AS
		return &plan.Alias{Child: e, Names: []string{p.name()}, Origin: p.origin(from)}
	case p.columnAliasAhead():
		return &plan.Alias{Child: e, Names: []string{p.name()}, Origin: p.origin(from)}
	case p.is("(") && isName(p.ahead(1)) && oneOf(p.ahead(2), []string{",", ")"}) && p.i > from:
		return &plan.Alias{Child: e, Names: p.nameList(), Origin: p.origin(from)}
	}
	return e
}

// columnAliasAhead tells whether the word here names the column before it, without AS. Every word may, unless it starts
// the next clause: which it does when something stands behind it that the clause can go on with.
func (p *parser) columnAliasAhead() bool {
	t := p.tok()
	if t.kind == kindQuoted {
		return true
	}
	return t.kind == kindWord && !p.clauseStarts()
}

// clauseStarts tells whether the word here starts a clause or an operator rather than being an alias.
func (p *parser) clauseStarts() bool {
	next := p.ahead(1)
	last := next.kind == kindEOF || oneOf(next, []string{",", ")", ";"})
	switch p.tok().upper {
	case "FROM", "WHERE", "HAVING", "UNION", "EXCEPT", "INTERSECT", "MINUS", "QUALIFY", "INTO", "USING", "SELECT", "WHEN", "THEN",
		"ELSE", "LATERAL", "TABLESAMPLE", "PIVOT", "UNPIVOT":
		return !last
	case "LIMIT", "OFFSET":
		return !last
	case "GROUP", "ORDER", "SORT", "CLUSTER", "DISTRIBUTE", "PARTITION":
		return next.upper == "BY"
	case "WINDOW":
		return isName(next) && p.ahead(2).upper == "AS"
	case "END", "AND", "OR", "IN", "IS", "LIKE", "ILIKE", "RLIKE", "REGEXP", "BETWEEN", "NOT", "FOR", "AS", "ON", "DO", "MATCHED":
		return true
	case "INSERT":
		return oneOf(next, []string{"INTO", "OVERWRITE"})
	case "JOIN", "CROSS", "INNER", "LEFT", "RIGHT", "FULL", "NATURAL", "SEMI", "ANTI":
		return !last
	case "ASC", "DESC", "NULLS":
		return !last && p.depth > 1
	}
	return false
}
