package sqlparse

import (
	"github.com/flintlake/flintlake/internal/plan"
)

// fromStatement reads FROM t SELECT …, or FROM t alone as the start of a pipe.
func (p *parser) fromStatement() plan.Relation {
	source := p.fromClause()
	if p.is("SELECT") {
		var out plan.Relation
		for first := true; first || p.is("SELECT"); first = false {
			from := p.i
			q := p.organization(p.selectBlock(source))
			if out != nil {
				q = &plan.SetOperation{Node: p.node(from), Left: out, Right: q, Op: plan.Union, All: true}
			}
			out = q
		}
		return out
	}
	return source
}

// selectBlock reads SELECT … FROM … WHERE … GROUP BY … HAVING … WINDOW … QUALIFY …. source is set when FROM came first.
func (p *parser) selectBlock(source plan.Relation) plan.Relation {
	p.enter()
	defer p.leave()
	from := p.i
	p.expect("SELECT")
	if p.isSeq("TRANSFORM", "(") && p.transformAhead() {
		p.unsupported("TRANSFORM")
	}
	hints := p.hints()
	distinct := false
	if p.is("DISTINCT", "ALL") && !p.quantifierIsName() {
		distinct = p.advance().upper == "DISTINCT"
	}
	items := list(p, p.namedExpression)
	r := source
	if r == nil && p.is("FROM") {
		r = p.fromClause()
	}
	for p.isSeq("LATERAL", "VIEW") {
		if r == nil {
			r = &plan.OneRow{Node: p.node(from)}
		}
		r = p.lateralView(r)
	}
	if p.accept("WHERE") {
		at := p.i
		r = &plan.Filter{Input: r, Condition: p.expression(), Node: p.node(at)}
		if r.(*plan.Filter).Input == nil {
			r.(*plan.Filter).Input = &plan.OneRow{Node: p.node(at)}
		}
	}
	r = p.selection(r, items, from)
	if distinct {
		r = &plan.Distinct{Node: p.node(from), Input: r}
	}
	r = p.windows(r)
	if p.is("QUALIFY") {
		at := p.i
		p.i++
		c := p.expression()
		r = &plan.Qualify{Node: p.node(at), Input: r, Condition: c}
		r = p.windows(r)
	}
	for i := len(hints) - 1; i >= 0; i-- {
		hints[i].Input = r
		r = hints[i]
	}
	return r
}

// transformAhead tells SELECT TRANSFORM (…) USING 'script' from a call of the function transform.
func (p *parser) transformAhead() bool {
	end := p.match[p.i+1]
	return end > 0 && end+1 < len(p.tokens) && oneOf(&p.tokens[end+1], []string{"USING", "ROW"})
}

// quantifierIsName: SELECT all FROM t, SELECT distinct, …
func (p *parser) quantifierIsName() bool {
	next := p.ahead(1)
	return next.kind == kindEOF || oneOf(next, []string{",", ".", ")", "="}) || next.upper == "FROM" && isName(p.ahead(2)) && p.tok().upper == "ALL"
}

// selection puts the select list over its input: a projection, or an aggregate with its HAVING.
func (p *parser) selection(r plan.Relation, items []plan.Expr, from int) plan.Relation {
	input := func() plan.Relation {
		if r == nil {
			return &plan.OneRow{Node: p.node(from)}
		}
		return r
	}
	var out plan.Relation
	switch {
	case p.isSeq("GROUP", "BY"):
		a := p.groupBy()
		a.Input, a.List = input(), items
		a.Node = p.node(from)
		out = a
	case p.is("HAVING"):
		out = &plan.Aggregate{Node: p.node(from), Input: input(), List: items}
	default:
		return &plan.Project{Node: p.node(from), Input: r, List: items}
	}
	if p.is("HAVING") {
		at := p.i
		p.i++
		c := p.expression()
		out = &plan.Having{Node: p.node(at), Input: out, Condition: c}
	}
	return out
}

// hints reads /*+ a(x), b */ comments.
func (p *parser) hints() []*plan.Hint {
	var out []*plan.Hint
	for p.tok().kind == kindHintStart {
		p.i++
		for first := true; first || p.tok().kind != kindHintEnd; first = false {
			from := p.i
			h := &plan.Hint{Name: p.plainName()}
			if p.is("(") {
				h.Params = parens(p, p.primaryChain)
			}
			h.Node = p.node(from)
			out = append(out, h)
			p.accept(",")
		}
		p.i++
	}
	return out
}

func (p *parser) primaryChain() plan.Expr {
	from := p.i
	return p.postfix(p.primary(), from)
}

// groupBy reads the grouping clause.
func (p *parser) groupBy() *plan.Aggregate {
	p.expect("GROUP", "BY")
	a := &plan.Aggregate{}
	if p.is("ALL") && !oneOf(p.ahead(1), []string{"(", ".", "+", "-", "*", "/"}) {
		p.i++
		a.All = true
		return a
	}
	elements := list(p, p.groupingElement)
	switch {
	case p.accept("WITH", "ROLLUP"):
		a.Kind = plan.Rollup
	case p.accept("WITH", "CUBE"):
		a.Kind = plan.Cube
	case p.isSeq("GROUPING", "SETS"):
		p.i += 2
		a.Kind = plan.GroupingSets
		a.Sets = parens(p, p.groupingSet)
	}
	if a.Kind != plan.GroupBy {
		for _, e := range elements {
			a.Grouping = append(a.Grouping, e.flat()...)
		}
		if a.Kind != plan.GroupingSets {
			a.Sets = oneEach(a.Grouping)
		}
		return a
	}
	return combineGrouping(a, elements)
}

// grouping is one element of GROUP BY: an expression, or ROLLUP, CUBE, GROUPING SETS of sets.
type grouping struct {
	kind plan.GroupKind
	expr plan.Expr
	sets [][]plan.Expr
	// parts are the elements inside GROUPING SETS, which may be analytics again.
	parts []grouping
}

func (g grouping) flat() []plan.Expr {
	if g.kind == plan.GroupBy && g.expr != nil {
		return []plan.Expr{g.expr}
	}
	var out []plan.Expr
	for _, s := range g.sets {
		out = append(out, s...)
	}
	for _, q := range g.parts {
		out = append(out, q.flat()...)
	}
	return out
}

func oneEach(es []plan.Expr) [][]plan.Expr {
	out := make([][]plan.Expr, len(es))
	for i, e := range es {
		out[i] = []plan.Expr{e}
	}
	return out
}

func (p *parser) groupingElement() grouping {
	switch {
	case p.is("ROLLUP") && p.ahead(1).upper == "(":
		p.i++
		return grouping{kind: plan.Rollup, sets: parens(p, p.groupingSet)}
	case p.is("CUBE") && p.ahead(1).upper == "(":
		p.i++
		return grouping{kind: plan.Cube, sets: parens(p, p.groupingSet)}
	case p.isSeq("GROUPING", "SETS", "("):
		p.i += 2
		return grouping{kind: plan.GroupingSets, parts: parens(p, p.groupingPart)}
	}
	return grouping{expr: p.expression()}
}

func (p *parser) groupingPart() grouping {
	if p.is("ROLLUP", "CUBE") && p.ahead(1).upper == "(" || p.isSeq("GROUPING", "SETS", "(") {
		return p.groupingElement()
	}
	return grouping{sets: [][]plan.Expr{p.groupingSet()}}
}

// groupingSet reads (a, b), () or a.
func (p *parser) groupingSet() []plan.Expr {
	if !p.is("(") {
		return []plan.Expr{p.expression()}
	}
	if p.ahead(1).upper == ")" {
		p.i += 2
		return []plan.Expr{}
	}
	end := p.match[p.i]
	if end < 0 || end+1 >= len(p.tokens) || oneOf(&p.tokens[end+1], []string{",", ")"}) {
		return parens(p, p.expression)
	}
	return []plan.Expr{p.expression()}
}

// expand gives the grouping sets of one element.
func (g grouping) expand() [][]plan.Expr {
	switch {
	case g.expr != nil:
		return [][]plan.Expr{{g.expr}}
	case g.kind == plan.Rollup:
		var out [][]plan.Expr
		for n := len(g.sets); n >= 0; n-- {
			out = append(out, concat(g.sets[:n]))
		}
		return out
	case g.kind == plan.Cube:
		return cube(g.sets)
	case g.kind == plan.GroupingSets:
		var out [][]plan.Expr
		for _, q := range g.parts {
			out = append(out, q.expand()...)
		}
		return out
	}
	return g.sets
}

func concat(sets [][]plan.Expr) []plan.Expr {
	out := []plan.Expr{}
	for _, s := range sets {
		out = append(out, s...)
	}
	return out
}

// cube gives all subsets, with and without the first element first.
func cube(sets [][]plan.Expr) [][]plan.Expr {
	if len(sets) == 0 {
		return [][]plan.Expr{{}}
	}
	rest := cube(sets[1:])
	var out [][]plan.Expr
	for _, r := range rest {
		out = append(out, append(append([]plan.Expr{}, sets[0]...), r...))
	}
	return append(out, rest...)
}

// combineGrouping turns the elements into one kind: plain keys, a single ROLLUP or CUBE, or the cross product of all as
// explicit grouping sets.
func combineGrouping(a *plan.Aggregate, elements []grouping) *plan.Aggregate {
	plain := true
	for _, e := range elements {
		plain = plain && e.expr != nil
	}
	if plain {
		for _, e := range elements {
			a.Grouping = append(a.Grouping, e.expr)
		}
		return a
	}
	for _, e := range elements {
		a.Grouping = append(a.Grouping, e.flat()...)
	}
	if len(elements) == 1 && elements[0].kind != plan.GroupingSets {
		a.Kind, a.Sets = elements[0].kind, elements[0].sets
		return a
	}
	a.Kind = plan.GroupingSets
	a.Sets = [][]plan.Expr{{}}
	for _, e := range elements {
		var next [][]plan.Expr
		for _, left := range a.Sets {
			for _, right := range e.expand() {
				next = append(next, append(append([]plan.Expr{}, left...), right...))
			}
		}
		a.Sets = next
	}
	return a
}

// inlineTable reads VALUES (1, 'a'), (2, 'b') [AS t(x, y)].
func (p *parser) inlineTable() plan.Relation {
	from := p.i
	p.expect("VALUES")
	t := &plan.InlineTable{}
	t.Rows = list(p, p.row)
	alias, columns := p.tableAlias()
	t.Names = columns
	width := len(t.Rows[0])
	if columns != nil {
		width = len(columns)
	}
	for i, row := range t.Rows {
		if len(row) != width {
			p.raise(from, "INVALID_INLINE_TABLE.NUM_COLUMNS_MISMATCH", "expectedNumCols", itoa(width), "actualNumCols", itoa(len(row)), "rowIndex", itoa(i))
		}
	}
	t.Node = p.node(from)
	if alias == "" {
		return t
	}
	return &plan.SubqueryAlias{Node: p.node(from), Input: t, Name: alias}
}

// row reads one row: (a, b), struct(a, b) or a single value.
func (p *parser) row() []plan.Expr {
	switch e := p.expression().(type) {
	case *plan.RowValue:
		return e.Fields
	case *plan.Call:
		if len(e.Name) == 1 && e.Name[0] == "struct" && len(e.Args) > 0 {
			return e.Args
		}
		return []plan.Expr{e}
	default:
		return []plan.Expr{e}
	}
}
