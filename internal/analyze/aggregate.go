package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// aggregation is the grouped part of a block while it can still grow.
type aggregation struct {
	b        *binder
	input    *rel
	grouping []*expr.Alias
	list     []*expr.Alias
	sets     *groupingSets // nil: one set
	explicit bool          // GROUP BY was written
	// above is the output while a clause above the list is bound: there a column that is no key is just not found.
	above *rel
	// setKeys are the keys over the input under grouping sets, where grouping refers to Expand's columns.
	setKeys []expr.Expr
}

func (g *aggregation) node() logical.Node {
	in := g.input.node
	if g.sets != nil {
		in = g.sets.node(in)
	}
	return &logical.Aggregate{Input: in, Grouping: g.grouping, List: g.list}
}

func (g *aggregation) output() []*expr.Attribute {
	var out []*expr.Attribute
	for _, a := range g.grouping {
		out = append(out, a.Attr())
	}
	for _, a := range g.list {
		out = append(out, a.Attr())
	}
	return out
}

// aggregate binds GROUP BY with its select list, and DataFrame's groupBy().agg().
func (b *binder) aggregate(p *plan.Aggregate, in func(plan.Relation) *rel) *rel {
	windows := b.takeWindows()
	input := in(p.Input)
	if p.Pivot != nil {
		return b.pivotAggregate(input, p)
	}
	return b.grouped(input, p, windows)
}

func (b *binder) grouped(input *rel, p *plan.Aggregate, windows map[string]plan.WindowSpec) *rel {
	g := &aggregation{b: b, input: input, explicit: len(p.Grouping) > 0 || len(p.Sets) > 0 || p.All || p.Kind != plan.GroupBy}
	k := &block{b: b, input: input, windows: windows, agg: g}
	s := b.scope(input)
	s.windows = windows
	s.allow = allowance{aggregates: true, windows: true, generators: true}

	keys := b.groupKeys(input, p, s)
	for _, key := range keys {
		g.key(key)
	}
	if p.Kind != plan.GroupBy {
		if g.sets = b.expandSets(g, p, keys); g.sets == nil {
			g.explicit = false
		}
	}
	list := p.List
	if p.IncludeGrouping {
		for i := range p.Grouping {
			if i < len(keys) {
				k.items = append(k.items, g.keyItem(p.Grouping[i], keys[i], i))
			}
		}
		first := k.items
		k.items = nil
		k.list(s, list)
		k.items = append(first, k.items...)
		k.visible = len(k.items)
		k.regroupFrom(len(first))
	} else {
		k.list(s, list)
		k.regroupFrom(0)
	}
	return k.rel()
}

func (k *block) regroupFrom(n int) {
	head := k.items[:n:n]
	k.items = append([]expr.Expr(nil), k.items[n:]...)
	k.regroup()
	k.items = append(head, k.items...)
}

// keyItem is a grouping key as a column of the output, under the name Spark gives it.
func (g *aggregation) keyItem(p plan.Expr, key expr.Expr, i int) expr.Expr {
	named := g.b.namedItem(p, key)
	attr := g.keyAttr(stripAlias(key))
	if a, ok := named.(*expr.Alias); ok {
		out := expr.NewAlias(attr, a.Name)
		out.Metadata = a.Metadata
		return out
	}
	src := named.(*expr.Attribute)
	c := *attr
	c.Name, c.Qualifier = src.Name, src.Qualifier
	return &c
}

// key adds a grouping key once.
func (g *aggregation) key(e expr.Expr) {
	name := "_g" + itoa(len(g.grouping))
	e2 := stripAlias(e)
	if t := e2.Type(); !groupable(t) {
		fail("GROUP_EXPRESSION_TYPE_IS_NOT_ORDERABLE", "sqlExpr", g.b.quoted(e2), "dataType", quotedType(t))
	}
	for _, k := range g.grouping {
		if g.b.equal(k.Child, e2) {
			return
		}
	}
	a := expr.NewAlias(e2, name)
	if at, ok := e2.(*expr.Attribute); ok {
		a.Name, a.Qualifier, a.Metadata = at.Name, at.Qualifier, at.Metadata
		g.b.copies[a.ID] = at.ID
	}
	g.grouping = append(g.grouping, a)
}

// groupable types can be keys: everything that has an order, and maps.
func groupable(t types.DataType) bool {
	return !types.Exists(t, func(t types.DataType) bool {
		return t.ID() == types.IDVariant || t.ID() == types.IDCalendarInterval && false
	})
}

func (g *aggregation) keyAttr(e expr.Expr) *expr.Attribute {
	for i, k := range g.setKeys {
		if g.b.equal(k, e) {
			return g.grouping[i].Attr()
		}
	}
	if g.sets != nil {
		return nil
	}
	for _, k := range g.grouping {
		if g.b.equal(k.Child, e) {
			return k.Attr()
		}
	}
	return nil
}

// item rewrites an item of the select list.
func (g *aggregation) item(it expr.Expr, aliases map[expr.AttributeID]bool) expr.Expr {
	switch x := it.(type) {
	case *expr.Attribute:
		r := g.replace(x, aliases)
		if a, ok := r.(*expr.Attribute); ok {
			c := *a
			c.Name, c.Qualifier = x.Name, x.Qualifier
			return &c
		}
		return r
	case *expr.Alias:
		c := *x
		c.Child = g.replace(x.Child, aliases)
		return &c
	}
	return it
}

// replace turns an expression over the input into one over the aggregate's output: keys become their attributes, aggregates are
// computed below, anything else of the input is an error. Attributes in known stay.
func (g *aggregation) replace(e expr.Expr, known map[expr.AttributeID]bool) expr.Expr {
	if !hasColumns(e) {
		if g.sets == nil || !isKeyOf(g, e) {
			return e
		}
	}
	if g.sets != nil {
		if m, ok := e.(*groupingMark); ok {
			return g.sets.mark(m)
		}
	}
	if a := g.keyAttr(e); a != nil {
		return a
	}
	switch x := e.(type) {
	case *expr.Attribute:
		if known[x.ID] || g.mine(x) {
			return x
		}
		if !g.belongs(x) {
			return x
		}
		g.missing(x)
	case *expr.Aggregate:
		return g.aggregateAttr(x)
	case *expr.Subquery:
		return g.subquery(x, known)
	case *expr.Lambda:
		inner := map[expr.AttributeID]bool{}
		for id := range known {
			inner[id] = true
		}
		for _, p := range x.Params {
			inner[p.ID] = true
		}
		return &expr.Lambda{Params: x.Params, Body: g.replace(x.Body, inner)}
	case *groupingMark:
		fail("UNSUPPORTED_GROUPING_EXPRESSION")
	case *windowExpr:
		return g.windowOver(x, known)
	}
	kids := e.Children()
	if len(kids) == 0 {
		return e
	}
	out := make([]expr.Expr, len(kids))
	for i, k := range kids {
		out[i] = g.replace(k, known)
	}
	return g.b.keepText(e, e.WithChildren(out))
}

// keepText carries a printed form over to a rewritten node.
func (b *binder) keepText(from, to expr.Expr) expr.Expr {
	if t, ok := b.texts[from]; ok {
		b.texts[to] = t
	}
	return to
}

func isKeyOf(g *aggregation, e expr.Expr) bool { return g.keyAttr(e) != nil }

// hasColumns tells whether there is anything to replace in e.
func hasColumns(e expr.Expr) bool {
	found := false
	expr.Walk(e, func(x expr.Expr) bool {
		switch x.(type) {
		case *expr.Attribute, *expr.Aggregate, *expr.Subquery, *groupingMark, *windowExpr:
			found = true
		}
		return !found
	})
	return found
}

// windowOver rewrites the operands of a window: its function is no aggregate of this block, but its arguments may hold some.
func (g *aggregation) windowOver(w *windowExpr, known map[expr.AttributeID]bool) expr.Expr {
	kids := w.Children()
	out := make([]expr.Expr, len(kids))
	for i, k := range kids {
		out[i] = g.replace(k, known)
	}
	return g.b.keepText(w, w.WithChildren(out))
}

func (g *aggregation) mine(a *expr.Attribute) bool {
	for _, k := range g.grouping {
		if k.ID == a.ID {
			return true
		}
	}
	for _, k := range g.list {
		if k.ID == a.ID {
			return true
		}
	}
	return false
}

// belongs tells whether a is a column of the input (and not one of a lambda).
func (g *aggregation) belongs(a *expr.Attribute) bool {
	if g.input.byID == nil {
		g.input.byID = ids(g.input.attrs)
	}
	return g.input.byID[a.ID]
}

func (g *aggregation) missing(a *expr.Attribute) {
	if g.above != nil {
		throw(unresolvedColumn([]string{a.Name}, byName(g.above.visible()), plan.Origin{}))
	}
	if !g.explicit || g.sets != nil && len(g.sets.keys) == 0 {
		fail("MISSING_GROUP_BY")
	}
	fail("MISSING_AGGREGATION", "expression", g.b.quoted(a), "expressionAnyValue", "\"any_value("+g.b.sql(a)+")\"")
}

// aggregateAttr is the column of an aggregate, which is computed once.
func (g *aggregation) aggregateAttr(x *expr.Aggregate) expr.Expr {
	for _, k := range g.list {
		if g.b.equal(k.Child, x) {
			return k.Attr()
		}
	}
	for _, c := range x.Children() {
		if has[*expr.Subquery](c) && len(outerOf(c)) > 0 {
			// Correlated subqueries inside an aggregate are evaluated below it: they are ordinary expressions of the input.
			continue
		}
	}
	a := expr.NewAlias(x, g.b.sql(x))
	g.list = append(g.list, a)
	return a.Attr()
}

func outerOf(e expr.Expr) []*expr.Attribute {
	var out []*expr.Attribute
	expr.Walk(e, func(x expr.Expr) bool {
		if s, ok := x.(*expr.Subquery); ok {
			if n, ok := s.Plan.(logical.Node); ok {
				out = append(out, outerAttributes(n)...)
			}
		}
		return true
	})
	return out
}

// subquery rewrites a correlated subquery above the aggregate: what it takes from the input must be a key.
func (g *aggregation) subquery(s *expr.Subquery, known map[expr.AttributeID]bool) expr.Expr {
	values := make([]expr.Expr, len(s.Values))
	for i, v := range s.Values {
		values[i] = g.replace(v, known)
	}
	c := *s
	c.Values = values
	return mapSubquery(&c, func(o *expr.Outer) expr.Expr {
		if known[o.Attr.ID] || !g.belongs(o.Attr) {
			return o
		}
		a := g.keyAttr(o.Attr)
		if a == nil || s.Kind == expr.ScalarSubquery && g.above == nil {
			if s.Kind == expr.ScalarSubquery {
				fail("SCALAR_SUBQUERY_IS_IN_GROUP_BY_OR_AGGREGATE_FUNCTION", "sqlExpr", g.b.quoted(s))
			}
			g.missing(o.Attr)
		}
		return &expr.Outer{Attr: a}
	})
}

// groupKeys binds the grouping expressions: ordinals, names of the select list, and expressions.
func (b *binder) groupKeys(input *rel, p *plan.Aggregate, s *scope) []expr.Expr {
	if p.All {
		return b.groupByAll(input, p, s)
	}
	ks := b.clauseScope(input, "GROUP BY")
	var keys []expr.Expr
	for _, e := range flatKeys(p) {
		keys = append(keys, b.groupKey(e, p, ks, s))
	}
	return keys
}

func (b *binder) groupKey(e plan.Expr, p *plan.Aggregate, ks, s *scope) expr.Expr {
	if t, ok := e.(*plan.Text); ok {
		e = b.parse(t.SQL)
	}
	if n, ok := ordinal(e); ok && !p.IncludeGrouping {
		return b.ordinalKey(n, p, s)
	}
	if a, ok := e.(*plan.Attribute); ok && len(a.Parts) == 1 && !p.IncludeGrouping {
		col, _, err := b.find(ks.rel, a.Parts)
		if err == nil && col == nil {
			if item := b.aliasItem(a.Parts[0], p.List); item != nil {
				return b.itemKey(item, s, "GROUP_BY_AGGREGATE", 0)
			}
		}
	}
	k := b.expression(e, ks)
	if has[*expr.Aggregate](k) {
		fail("GROUP_BY_AGGREGATE", "sqlExpr", b.sql(stripAlias(k)))
	}
	return k
}

// ordinal is a position in the select list, written as an integer.
func ordinal(e plan.Expr) (int, bool) {
	l, ok := e.(*plan.Literal)
	if !ok {
		if c, ok := e.(*plan.Call); ok && len(c.Args) == 1 && len(c.Name) == 1 && (c.Name[0] == "negative" || c.Name[0] == "-") {
			if n, ok := ordinal(c.Args[0]); ok {
				return -n, true
			}
		}
		return 0, false
	}
	n, ok := l.Value.(int32)
	return int(n), ok
}

// ordinalKey takes a key from the select list, whose stars count as their columns.
func (b *binder) ordinalKey(n int, p *plan.Aggregate, s *scope) expr.Expr {
	var flat []plan.Expr
	x := &exprBinder{binder: b, scope: s}
	for _, it := range p.List {
		if st, ok := it.(*plan.Star); ok {
			for _, c := range x.star(st, s) {
				flat = append(flat, boundExpr{bound: c})
			}
			continue
		}
		flat = append(flat, it)
	}
	if n < 1 || n > len(flat) {
		fail("GROUP_BY_POS_OUT_OF_RANGE", "index", itoa(n), "size", itoa(len(flat)))
	}
	return b.itemKey(flat[n-1], s, "GROUP_BY_POS_AGGREGATE", n)
}

// boundExpr carries a column of an expanded star among unbound list items.
type boundExpr struct {
	plan.Expr
	bound expr.Expr
}

func (b *binder) itemKey(item plan.Expr, s *scope, condition string, n int) expr.Expr {
	if c, ok := item.(boundExpr); ok {
		return stripAlias(c.bound)
	}
	e := b.expression(item, s)
	if has[*expr.Aggregate](e) {
		if condition == "GROUP_BY_POS_AGGREGATE" {
			named := b.namedItem(item, e).(*expr.Alias)
			fail(condition, "index", itoa(n), "aggExpr", b.sql(named.Child)+" AS "+quoteID(named.Name))
		}
		fail(condition, "sqlExpr", b.sql(stripAlias(e)))
	}
	return stripAlias(e)
}

func (b *binder) aliasItem(name string, list []plan.Expr) plan.Expr {
	for _, it := range list {
		if a, ok := it.(*plan.Alias); ok && len(a.Names) == 1 && b.same(a.Names[0], name) {
			return a.Child
		}
	}
	return nil
}

// groupByAll takes the items without aggregates as keys. An item that mixes both adds nothing, so that its columns must be keys
// already.
func (b *binder) groupByAll(input *rel, p *plan.Aggregate, s *scope) []expr.Expr {
	var keys []expr.Expr
	x := &exprBinder{binder: b, scope: s}
	for _, it := range p.List {
		if st, ok := it.(*plan.Star); ok {
			keys = append(keys, x.star(st, s)...)
			continue
		}
		if err := attempt(func() {
			e := stripAlias(b.expression(it, s))
			if !has[*expr.Aggregate](e) && !has[*windowExpr](e) && !has[*expr.Generator](e) && hasColumns(e) {
				keys = append(keys, e)
			}
		}); err != nil && !strings.HasPrefix(conditionOf(err), "UNRESOLVED_COLUMN") {
			throw(err)
		}
	}
	return keys
}

// having binds HAVING: a filter of the aggregate's output, before windows. Over a list without GROUP BY it makes a global aggregate.
func (b *binder) having(p *plan.Having, in func(plan.Relation) *rel) *rel {
	var r *rel
	if pr, ok := p.Input.(*plan.Project); ok {
		windows := b.takeWindows()
		r = b.selectList(in(pr.Input), pr.List, windows, true)
	} else {
		r = in(p.Input)
	}
	k := r.block
	if k == nil || k.agg == nil {
		cond := b.condition(p.Condition, b.clauseScope(r, "HAVING"))
		return r.keep(func(n logical.Node) logical.Node { return &logical.Filter{Input: n, Condition: cond} })
	}
	out := *r
	e := stripAlias(b.expression(p.Condition, k.scope(&out, "HAVING")))
	k.having = append(k.having, b.boolean(k.underList(e)))
	fresh := k.rel()
	fresh.plans = r.plans
	return fresh
}

// underList rewrites a condition that names the list's columns to one under the list.
func (k *block) underList(e expr.Expr) expr.Expr {
	shown := map[expr.AttributeID]bool{}
	with := map[expr.AttributeID]expr.Expr{}
	for _, it := range k.items {
		if a, ok := it.(*expr.Alias); ok {
			shown[a.ID] = true
			with[a.ID] = expr.Replace(a.Child, with)
		}
	}
	k.agg.above = &rel{attrs: k.output()}
	e = k.agg.replace(e, shown)
	k.agg.above = nil
	return expr.Replace(e, with)
}

// qualify filters by windows over the select list.
func (b *binder) qualify(r *rel, p *plan.Qualify) *rel {
	k := r.block
	if k == nil {
		unsupported("QUALIFY over this query")
	}
	c := *k
	k = &c
	s := k.scope(r, "QUALIFY")
	s.allow.windows = true
	s.next.allow = s.allow
	s.next.windows = s.windows
	cond := b.boolean(k.reach(stripAlias(b.expression(p.Condition, s))))
	return k.finish(r, func(n logical.Node) logical.Node { return &logical.Filter{Input: n, Condition: cond} })
}

// finish puts a node that may need hidden columns over the block.
func (k *block) finish(r *rel, wrap func(logical.Node) logical.Node) *rel {
	k = k.with(wrap)
	n := k.trimmed(k.build())
	c := r.over(n)
	c.block = k
	if len(k.items) > k.visible {
		c.block = nil
	}
	return c
}
