package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// filter binds WHERE, and DataFrame's filter, which also reaches columns that the projection below leaves out.
func (b *binder) filter(r *rel, p *plan.Filter) *rel {
	var cond expr.Expr
	err := attempt(func() {
		s := b.clauseScope(r, "WHERE")
		s.allow.aggregates = true
		cond = stripAlias(b.expression(p.Condition, s))
		b.noAggregate(cond)
		b.boolean(cond)
	})
	if err == nil {
		return r.keep(func(n logical.Node) logical.Node { return &logical.Filter{Input: n, Condition: cond} })
	}
	if r.block == nil || p.PlanID == 0 {
		throw(err)
	}
	k := *r.block
	if attempt(func() { cond = b.boolean(k.reach(stripAlias(b.expression(p.Condition, k.scope(r, "WHERE"))))) }) != nil {
		throw(err)
	}
	return k.finish(r, func(n logical.Node) logical.Node { return &logical.Filter{Input: n, Condition: cond} })
}

// noAggregate refuses aggregate functions and generators in a filter.
func (b *binder) noAggregate(cond expr.Expr) {
	var names []string
	expr.Walk(cond, func(x expr.Expr) bool {
		switch x.(type) {
		case *expr.Aggregate:
			names = append(names, b.qualifiedSQL(x))
			return false
		case *nestedGenerator:
			fail("UNSUPPORTED_GENERATOR.OUTSIDE_SELECT", "plan", "Filter "+b.sql(cond))
		}
		return true
	})
	if len(names) > 0 {
		fail("INVALID_WHERE_CONDITION", "condition", b.quoted(cond), "expressionList", strings.Join(names, ", "))
	}
}

// sort binds ORDER BY and SORT BY: positions, names of the list, columns and aggregates of the block below.
func (b *binder) sort(r *rel, p *plan.Sort) *rel {
	order := p.Order
	if p.All {
		var keys []expr.SortOrder
		for _, a := range r.visible() {
			o := order[0]
			keys = append(keys, directed(a, o))
		}
		return r.keep(func(n logical.Node) logical.Node { return &logical.Sort{Input: n, Order: keys, Global: p.Global} })
	}
	s := b.clauseScope(r, "ORDER BY")
	var k *block
	if r.block != nil {
		c := *r.block
		k = &c
		s = k.scope(r, "ORDER BY")
	}
	keys := make([]expr.SortOrder, len(order))
	for i, o := range order {
		if n, ok := ordinal(b.unText(o.Child)); ok {
			vis := r.visible()
			if n < 1 || n > len(vis) {
				fail("ORDER_BY_POS_OUT_OF_RANGE", "index", itoa(n), "size", itoa(len(vis)))
			}
			keys[i] = directed(vis[n-1], o)
		} else {
			e := stripAlias(b.expression(o.Child, s))
			if k != nil {
				e = k.reach(e)
			}
			b.noGenerator(e)
			keys[i] = directed(e, o)
		}
		b.orderable(keys[i])
	}
	wrap := func(n logical.Node) logical.Node { return &logical.Sort{Input: n, Order: keys, Global: p.Global} }
	if k == nil {
		return r.keep(wrap)
	}
	return k.finish(r, wrap)
}

func (b *binder) unText(e plan.Expr) plan.Expr {
	if t, ok := e.(*plan.Text); ok {
		return b.parse(t.SQL)
	}
	return e
}

func directed(e expr.Expr, o plan.SortOrder) expr.SortOrder {
	first := !o.Descending
	if o.Nulls != plan.NullsDefault {
		first = o.Nulls == plan.NullsFirst
	}
	return expr.SortOrder{Child: e, Descending: o.Descending, NullsFirst: first}
}

func (x *exprBinder) sortOrder(o plan.SortOrder) expr.SortOrder { return directed(x.value(o.Child), o) }

func (x *exprBinder) checkedOrder(o plan.SortOrder) expr.SortOrder {
	k := x.sortOrder(o)
	x.orderable(k)
	return k
}

// orderable refuses sort keys without an order.
func (b *binder) orderable(o expr.SortOrder) {
	if t := o.Child.Type(); !types.IsOrderable(t) {
		fail("DATATYPE_MISMATCH.INVALID_ORDERING_TYPE", "functionName", "`sortorder`", "dataType", quotedType(t), "sqlExpr", "\""+b.sortSQL(o)+"\"")
	}
}

// rowCount evaluates a count outside of any relation.
func (b *binder) rowCount(e plan.Expr, name string) int64 {
	return b.boundCount(stripAlias(b.expression(e, b.scope(&rel{}))), name)
}

func (b *binder) boundCount(x expr.Expr, name string) int64 {
	if !foldable(x) {
		fail("INVALID_LIMIT_LIKE_EXPRESSION.IS_UNFOLDABLE", "name", name, "expr", b.quoted(x))
	}
	if !types.IsIntegral(x.Type()) || x.Type().ID() == types.IDLong && !isSmall(x) {
		fail("INVALID_LIMIT_LIKE_EXPRESSION.DATA_TYPE", "name", name, "expr", b.quoted(x), "dataType", quotedType(x.Type()))
	}
	l := check(b.foldTo(x))
	n, ok := asInt64(l.Value)
	if !ok {
		fail("INVALID_LIMIT_LIKE_EXPRESSION.IS_NULL", "name", name, "expr", b.quoted(x))
	}
	if n < 0 {
		fail("INVALID_LIMIT_LIKE_EXPRESSION.IS_NEGATIVE", "name", name, "expr", b.quoted(x), "v", itoa(int(n)))
	}
	return n
}

// countOver binds a count in the scope of the relation, so that a column gives Spark's error about it.
func (b *binder) countOver(r *rel, e plan.Expr, name string) int64 {
	return b.boundCount(stripAlias(b.expression(e, b.clauseScope(r, "LIMIT"))), name)
}

func (b *binder) limit(r *rel, p *plan.Limit) *rel {
	n := b.countOver(r, p.Count, "limit")
	return r.keep(func(in logical.Node) logical.Node {
		if l, ok := in.(*logical.Limit); ok && l.Count < 0 {
			return &logical.Limit{Input: l.Input, Count: n, Offset: l.Offset}
		}
		return &logical.Limit{Input: in, Count: n}
	})
}

func (b *binder) offset(r *rel, p *plan.Offset) *rel {
	n := b.countOver(r, p.Count, "offset")
	return r.keep(func(in logical.Node) logical.Node { return &logical.Limit{Input: in, Count: -1, Offset: n} })
}

func (b *binder) tail(r *rel, p *plan.Tail) *rel {
	n := b.countOver(r, p.Count, "tail")
	return r.keep(func(in logical.Node) logical.Node { return &logical.Tail{Input: in, Count: n} })
}
