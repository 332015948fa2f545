package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// asOfJoin takes for each left row the nearest right row: a correlated min_by over the right rows in reach (Spark's RewriteAsOfJoin).
func (b *binder) asOfJoin(p *plan.AsOfJoin, in func(plan.Relation) *rel) *rel {
	l, r := in(p.Left), in(p.Right)
	both := combined(l, r)
	s := b.clauseScope(both, "JOIN")
	bind := func(e plan.Expr) expr.Expr { return stripAlias(b.expression(e, s)) }
	left, right := bind(p.LeftAsOf), bind(p.RightAsOf)
	var conditions []expr.Expr
	for _, n := range p.Using {
		conditions = append(conditions, b.compare(expr.Eq, b.usingColumn(l, n, "left"), b.usingColumn(r, n, "right"), p.Origin))
	}
	if p.Condition != nil {
		conditions = append(conditions, b.boolean(bind(p.Condition)))
	}
	minus := func(x, y expr.Expr) expr.Expr {
		return b.bindFunction("-", []expr.Expr{x, y}, callOptions{operator: true, origin: p.Origin})
	}
	order, reach := b.asOfDirection(p, left, right, minus)
	if reach != nil {
		conditions = append(conditions, reach)
	}
	if p.Tolerance != nil {
		t := bind(p.Tolerance)
		if !foldable(t) {
			fail("AS_OF_JOIN.TOLERANCE_IS_UNFOLDABLE")
		}
		conditions = append(conditions, b.compare(expr.Le, order, t, p.Origin))
	}
	mine := ids(l.attrs)
	outer := func(e expr.Expr) expr.Expr {
		return expr.Transform(e, func(x expr.Expr) expr.Expr {
			if a, ok := x.(*expr.Attribute); ok && mine[a.ID] {
				return &expr.Outer{Attr: a}
			}
			return x
		})
	}
	m := &expr.MakeStruct{}
	vis := r.visible()
	for _, a := range vis {
		m.Fields = append(m.Fields, a)
		m.DataType.Fields = append(m.DataType.Fields, types.StructField{Name: a.Name, Type: a.DataType, Nullable: a.IsNull})
	}
	nearest, ok := b.function("min_by", p.Origin, m, outer(order)).(*expr.Aggregate)
	if !ok {
		unsupported("as-of joins")
	}
	found := expr.NewAlias(nearest, "nearest")
	var rows logical.Node = r.node
	if c := expr.AndAll(conditions); c != nil {
		rows = &logical.Filter{Input: rows, Condition: outer(c)}
	}
	var n logical.Node = &logical.Apply{Left: l.node, Right: &logical.Aggregate{Input: rows, List: []*expr.Alias{found}}, Type: plan.LeftOuterJoin}
	if p.Type != plan.LeftOuterJoin {
		n = &logical.Filter{Input: n, Condition: &expr.IsNull{Child: found.Attr(), Negated: true}}
	}
	var list []expr.Expr
	for _, a := range l.visible() {
		list = append(list, a)
	}
	using := map[string]bool{}
	for _, u := range p.Using {
		using[b.fold(u)] = true
	}
	at := found.Attr()
	at.IsNull = true
	for i, a := range vis {
		if using[b.fold(a.Name)] {
			continue
		}
		c := expr.NewAlias(&expr.GetField{Child: at, Ordinal: i, Name: a.Name}, a.Name)
		c.Metadata, c.Qualifier = a.Metadata, a.Qualifier
		b.copies[c.ID] = a.ID
		list = append(list, c)
	}
	out := newRel(&logical.Project{Input: n, List: list})
	out.plans = both.plans
	return out
}

// asOfDirection gives the distance to minimise and the condition that the direction sets.
func (b *binder) asOfDirection(p *plan.AsOfJoin, left, right expr.Expr, minus func(x, y expr.Expr) expr.Expr) (order, reach expr.Expr) {
	strict := func(inclusive, exclusive expr.CompareOp) expr.CompareOp {
		if p.AllowExactMatches {
			return inclusive
		}
		return exclusive
	}
	switch strings.ToLower(p.Direction) {
	case "backward", "":
		return minus(left, right), b.compare(strict(expr.Ge, expr.Gt), left, right, p.Origin)
	case "forward":
		return minus(right, left), b.compare(strict(expr.Le, expr.Lt), left, right, p.Origin)
	case "nearest":
		if !p.AllowExactMatches {
			reach = &expr.Not{Child: b.compare(expr.Eq, left, right, p.Origin)}
		}
		c := &expr.Case{When: []expr.Expr{b.compare(expr.Gt, left, right, p.Origin)}, Then: []expr.Expr{minus(left, right)}, Else: minus(right, left)}
		return c, reach
	}
	fail("AS_OF_JOIN.UNSUPPORTED_DIRECTION", "direction", p.Direction, "supported", "'backward', 'forward', 'nearest'")
	return nil, nil
}
