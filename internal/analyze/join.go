package analyze

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// join binds a join: a condition over both sides, USING or NATURAL columns, or a right side that sees the left (LATERAL).
func (b *binder) join(p *plan.Join, in func(plan.Relation) *rel) *rel {
	if p.Lateral {
		return b.lateralJoin(p, in)
	}
	l, r := in(p.Left), in(p.Right)
	using := p.Using
	if p.Natural {
		using = b.naturalColumns(l, r)
	}
	if p.Natural || len(using) > 0 {
		return b.usingJoin(l, r, p, using)
	}
	j := &logical.Join{Left: l.node, Right: r.node, Type: p.Type}
	both := combined(l, r)
	if p.Condition != nil {
		j.Condition = b.joinCondition(p.Condition, both)
	}
	return b.joined(j, l, r)
}

func (b *binder) joinCondition(e plan.Expr, both *rel) expr.Expr {
	c := stripAlias(b.expression(e, b.clauseScope(both, "JOIN")))
	if c.Type().ID() != types.IDBoolean {
		fail("JOIN_CONDITION_IS_NOT_BOOLEAN_TYPE", "joinCondition", b.quoted(c), "conditionType", quotedType(c.Type()))
	}
	if !expr.Deterministic(c) {
		fail("INVALID_NON_DETERMINISTIC_EXPRESSIONS", "sqlExprs", b.quoted(c))
	}
	return c
}

// joined is a join as a relation: both sides' columns, with the nullability that outer joins give.
func (b *binder) joined(j *logical.Join, l, r *rel) *rel {
	out := &rel{node: j, attrs: joinAttrs(l.attrs, r.attrs, j.Type), qualifiedOnly: mergeIDs(l.qualifiedOnly, r.qualifiedOnly)}
	out.plans = group([]*planRef{l.plans, r.plans}, nil)
	return out
}

func joinAttrs(l, r []*expr.Attribute, t plan.JoinType) []*expr.Attribute {
	switch t {
	case plan.LeftSemiJoin, plan.LeftAntiJoin:
		return l
	case plan.LeftOuterJoin:
		r = asNullable(r)
	case plan.RightOuterJoin:
		l = asNullable(l)
	case plan.FullOuterJoin:
		l, r = asNullable(l), asNullable(r)
	}
	return append(append(make([]*expr.Attribute, 0, len(l)+len(r)), l...), r...)
}

func asNullable(as []*expr.Attribute) []*expr.Attribute {
	out := make([]*expr.Attribute, len(as))
	for i, a := range as {
		c := *a
		c.IsNull = true
		out[i] = &c
	}
	return out
}

// naturalColumns are the names that both sides have.
func (b *binder) naturalColumns(l, r *rel) []string {
	var out []string
	for _, a := range l.visible() {
		for _, i := range b.named(r, a.Name) {
			if !r.attrs[i].Hidden {
				out = append(out, a.Name)
				break
			}
		}
	}
	return out
}

// usingJoin joins on equality of like-named columns, which appear once in the output; the sides' own columns stay reachable by
// qualified names.
func (b *binder) usingJoin(l, r *rel, p *plan.Join, names []string) *rel {
	var conditions []expr.Expr
	var lk, rk []*expr.Attribute
	for _, n := range names {
		a, c := b.usingColumn(l, n, "left"), b.usingColumn(r, n, "right")
		lk, rk = append(lk, a), append(rk, c)
		conditions = append(conditions, b.compare(expr.Eq, a, c, p.Origin))
	}
	j := &logical.Join{Left: l.node, Right: r.node, Type: p.Type, Condition: expr.AndAll(conditions)}
	if j.Type == plan.CrossJoin && j.Condition != nil {
		j.Type = plan.InnerJoin
	}
	raw := b.joined(j, l, r)
	now := map[expr.AttributeID]*expr.Attribute{}
	for _, a := range raw.attrs {
		now[a.ID] = a
	}
	var list []expr.Expr
	var attrs []*expr.Attribute
	only := mergeIDs(raw.qualifiedOnly, nil)
	hiddenKeys := map[expr.AttributeID]bool{}
	add := func(a *expr.Attribute) {
		list = append(list, a)
		attrs = append(attrs, a)
	}
	isKey := ids(append(append([]*expr.Attribute(nil), lk...), rk...))
	for i := range names {
		switch p.Type {
		case plan.RightOuterJoin:
			add(now[rk[i].ID])
			hiddenKeys[lk[i].ID] = true
		case plan.FullOuterJoin:
			same, _ := b.unify([]expr.Expr{now[lk[i].ID], now[rk[i].ID]})
			a := expr.NewAlias(&expr.Coalesce{Args: same}, lk[i].Name)
			list = append(list, a)
			attrs = append(attrs, a.Attr())
			hiddenKeys[lk[i].ID], hiddenKeys[rk[i].ID] = true, true
		default:
			add(now[lk[i].ID])
			hiddenKeys[rk[i].ID] = true
		}
	}
	for _, a := range raw.attrs {
		if !isKey[a.ID] {
			add(a)
		}
	}
	if p.Type != plan.LeftSemiJoin && p.Type != plan.LeftAntiJoin {
		m := map[expr.AttributeID]bool{}
		for id := range only {
			m[id] = true
		}
		for _, a := range raw.attrs {
			if hiddenKeys[a.ID] {
				c := *a
				c.Hidden = true
				add(&c)
				m[a.ID] = true
			}
		}
		only = m
	}
	out := newRel(&logical.Project{Input: j, List: list})
	out.attrs, out.qualifiedOnly, out.plans = attrs, only, raw.plans
	return out
}

func (b *binder) usingColumn(r *rel, name, side string) *expr.Attribute {
	a, _, err := b.find(r, []string{name})
	if err != nil {
		throw(err)
	}
	if a == nil {
		fail("UNRESOLVED_USING_COLUMN_FOR_JOIN", "colName", quoteID(name), "side", side, "suggestion", quoteIDs(attrNames(byName(r.visible()))))
	}
	for _, x := range r.attrs {
		if x.ID == a.ID {
			return x
		}
	}
	return a
}

// lateralJoin binds a right side whose names may be columns of the left.
func (b *binder) lateralJoin(p *plan.Join, in func(plan.Relation) *rel) *rel {
	l := in(p.Left)
	saved, windows := b.outer, b.windows
	b.outer, b.windows = &scope{rel: l, outer: saved}, nil
	r := in(p.Right)
	b.outer, b.windows = saved, windows
	t := p.Type
	if t == plan.CrossJoin {
		t = plan.InnerJoin
	}
	if t != plan.InnerJoin && t != plan.LeftOuterJoin {
		failAt(p.Origin, "INVALID_LATERAL_JOIN_TYPE", "joinType", joinWords[p.Type])
	}
	var cond expr.Expr
	if p.Condition != nil {
		cond = b.joinCondition(p.Condition, combined(l, r))
	}
	j := &logical.Join{Left: l.node, Right: r.node, Type: t, Condition: cond}
	out := b.joined(j, l, r)
	left := ids(l.attrs)
	for _, a := range outerAttributes(r.node) {
		if left[a.ID] {
			out.node = &logical.Apply{Left: l.node, Right: r.node, Type: t, Condition: cond}
		}
	}
	return out
}

var joinWords = map[plan.JoinType]string{plan.InnerJoin: "INNER", plan.LeftOuterJoin: "LEFT OUTER", plan.RightOuterJoin: "RIGHT OUTER",
	plan.FullOuterJoin: "FULL OUTER", plan.LeftSemiJoin: "LEFT SEMI", plan.LeftAntiJoin: "LEFT ANTI", plan.CrossJoin: "CROSS"}
