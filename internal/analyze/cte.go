package analyze

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// cteScope is one definition in reach; the innermost comes first.
type cteScope struct {
	next *cteScope
	name string // folded
	def  plan.CTE
	// outer, locals are what the definition's query sees besides earlier definitions.
	outer *scope
	// first is the query bound once, until its first use takes it; shared is set when it must be evaluated once.
	first  *rel
	shared *sharedCTE
	// recursion is set while the definition's own recursive term is bound.
	recursion *sharedCTE
	recursive bool
}

// sharedCTE is a definition that becomes a logical.CTEDef.
type sharedCTE struct {
	id      int64
	columns []*expr.Attribute
}

// with binds WITH: each definition sees those before it. Definitions are inlined at each use, unless they are not deterministic or
// recursive, which are evaluated once.
func (b *binder) with(p *plan.With, in func(plan.Relation) *rel) *rel {
	saved := b.ctes
	defer func() { b.ctes = saved }()
	for _, d := range p.CTEs {
		b.ctes = &cteScope{next: b.ctes, name: b.fold(d.Name), def: d, outer: b.outer, recursive: p.Recursive}
		b.prepare(b.ctes)
	}
	return in(p.Input)
}

// prepare binds the definition once: for its errors even when nobody uses it, and to see whether it must be shared.
func (b *binder) prepare(c *cteScope) {
	if c.recursive && mentions(c.def.Query, c.def.Name) {
		b.recursiveCTE(c)
		return
	}
	c.first = b.bindCTE(c)
	if !deterministicPlan(c.first.node) {
		n := c.first.exact()
		c.shared = &sharedCTE{id: int64(expr.NewID()), columns: n.Output()}
		b.defs = append(b.defs, logical.CTEDef{ID: c.shared.id, Plan: n})
		c.first = nil
	}
}

// bindCTE binds the definition's query in its own surroundings.
func (b *binder) bindCTE(c *cteScope) *rel {
	ctes, outer, windows := b.ctes, b.outer, b.windows
	b.ctes, b.outer, b.windows = c.next, c.outer, nil
	defer func() { b.ctes, b.outer, b.windows = ctes, outer, windows }()
	r := b.relation(c.def.Query)
	if len(c.def.Columns) > 0 {
		r = b.subqueryAlias(r, &plan.SubqueryAlias{Columns: c.def.Columns})
	}
	return r
}

// cte gives a use of a definition, or nil when there is none by that name.
func (b *binder) cte(name string) *rel {
	folded := b.fold(name)
	for c := b.ctes; c != nil; c = c.next {
		if c.name != folded {
			continue
		}
		var r *rel
		switch {
		case c.recursion != nil:
			r = newRel(reference(c.recursion))
		case c.shared != nil:
			r = newRel(reference(c.shared))
		case c.first != nil:
			r, c.first = c.first, nil
		default:
			r = b.bindCTE(c)
		}
		return requalify(&rel{node: r.exact(), attrs: r.visible()}, []string{c.def.Name})
	}
	return nil
}

func reference(s *sharedCTE) *logical.CTERef {
	ref := &logical.CTERef{ID: s.id}
	for _, a := range s.columns {
		ref.Columns = append(ref.Columns, a.Renew())
	}
	return ref
}

// recursiveCTE binds anchor UNION [ALL] step, where step reads the definition by its name.
func (b *binder) recursiveCTE(c *cteScope) {
	body := c.def.Query
	for {
		a, ok := body.(*plan.SubqueryAlias)
		if !ok {
			break
		}
		body = a.Input
	}
	inner := c.next
	if w, ok := body.(*plan.With); ok {
		body = w.Input
		saved := b.ctes
		b.ctes = c.next
		for _, d := range w.CTEs {
			b.ctes = &cteScope{next: b.ctes, name: b.fold(d.Name), def: d, outer: b.outer}
			b.prepare(b.ctes)
		}
		inner = b.ctes
		b.ctes = saved
	}
	u, ok := body.(*plan.SetOperation)
	if !ok || u.Op != plan.Union {
		fail("INVALID_RECURSIVE_CTE")
	}
	ctes, outer := b.ctes, b.outer
	defer func() { b.ctes, b.outer = ctes, outer }()
	b.outer = c.outer
	b.ctes = inner
	anchor := b.relation(u.Left)
	if len(c.def.Columns) > 0 {
		anchor = b.subqueryAlias(anchor, &plan.SubqueryAlias{Columns: c.def.Columns})
	}
	n := anchor.exact()
	s := &sharedCTE{id: int64(expr.NewID())}
	for _, a := range n.Output() {
		k := expr.NewAttribute(a.Name, a.DataType, true)
		s.columns = append(s.columns, k)
	}
	self := *c
	self.recursion, self.next = s, inner
	b.ctes = &self
	step := b.relation(u.Right)
	stepNode := b.stepColumns(step, n)
	if !u.All {
		unsupported("UNION DISTINCT in a recursive CTE")
	}
	def := logical.CTEDef{ID: s.id, Plan: n, Recursive: stepNode, MaxDepth: b.limitConf("spark.sql.cteRecursionLevelLimit", 100),
		RowLimit: b.limitConf("spark.sql.cteRecursionRowLimit", 1_000_000)}
	if c.def.MaxDepth != nil {
		def.MaxDepth = b.rowCount(c.def.MaxDepth, "MAX RECURSION LEVEL")
	}
	b.defs = append(b.defs, def)
	c.shared = s
}

// stepColumns checks the recursive term against the anchor's columns: their number, and types that cast up without loss.
func (b *binder) stepColumns(step *rel, anchor logical.Node) logical.Node {
	want, got := anchor.Output(), step.visible()
	if len(want) != len(got) {
		fail("NUM_COLUMNS_MISMATCH", "operator", "UNION", "firstNumColumns", itoa(len(want)), "invalidOrdinalNum", "second", "invalidNumColumns", itoa(len(got)))
	}
	to := make([]types.DataType, len(want))
	for i, a := range want {
		to[i] = a.DataType
		if types.EqualIgnoreNullability(a.DataType, got[i].DataType) {
			to[i] = got[i].DataType
			continue
		}
		if !expr.CanUpCast(got[i].DataType, a.DataType) {
			fail("CANNOT_MERGE_INCOMPATIBLE_DATA_TYPE", "left", quotedType(a.DataType), "right", quotedType(got[i].DataType))
		}
	}
	return b.castColumns(step, got, to)
}

func (b *binder) limitConf(key string, otherwise int64) int64 {
	n := int64(0)
	text := b.conf(key)
	if text == "" {
		return otherwise
	}
	negative := false
	for i, c := range text {
		if i == 0 && c == '-' {
			negative = true
			continue
		}
		if c < '0' || c > '9' {
			return otherwise
		}
		n = n*10 + int64(c-'0')
	}
	if negative {
		n = -n
	}
	return n
}

// deterministicPlan tells whether binding a plan twice gives the same rows.
func deterministicPlan(n logical.Node) bool {
	if _, ok := n.(*logical.Sample); ok {
		return false
	}
	for _, e := range logical.Expressions(n) {
		ok := true
		expr.Walk(e, func(x expr.Expr) bool {
			switch x := x.(type) {
			case *expr.Call:
				ok = ok && x.Fn.Deterministic()
			case *expr.Subquery:
				if p, is := x.Plan.(logical.Node); is {
					ok = ok && deterministicPlan(p)
				}
			}
			return ok
		})
		if !ok {
			return false
		}
	}
	for _, k := range n.Children() {
		if !deterministicPlan(k) {
			return false
		}
	}
	return true
}
