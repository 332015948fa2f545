package analyze

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// block is a SELECT: an input, perhaps grouped, and a list. It can be built again with hidden columns, which is how clauses above
// it reach what the list leaves out.
//
//	input ─ aggregate ─ HAVING ─ generator ─ windows ─ list (one projection per level of lateral aliases) ─ nodes above
type block struct {
	b     *binder
	input *rel
	agg   *aggregation // nil: not grouped
	// having are conditions over the aggregate's output.
	having []expr.Expr
	gens   []*logical.Generate // without their inputs, in order
	// items is the list: attributes and aliases over the input (or the aggregate's output), the generator's columns and each other.
	items   []expr.Expr
	visible int // the first items, that make the output; the rest is hidden
	lateral bool
	windows map[string]plan.WindowSpec
	above   []func(logical.Node) logical.Node
}

// with is the block with one more node on top.
func (k *block) with(wrap func(logical.Node) logical.Node) *block {
	c := *k
	c.above = append(k.above[:len(k.above):len(k.above)], wrap)
	return &c
}

// build makes the nodes of the block.
func (k *block) build() logical.Node {
	n := k.input.node
	if k.agg != nil {
		n = k.agg.node()
	}
	for _, h := range k.having {
		n = &logical.Filter{Input: n, Condition: h}
	}
	for _, gen := range k.gens {
		g := *gen
		g.Input, g.Required = n, n.Output()
		n = &g
	}
	n = k.project(n)
	for _, wrap := range k.above {
		n = wrap(n)
	}
	return n
}

// project puts the list over n, in levels when items refer to earlier ones.
func (k *block) project(n logical.Node) logical.Node {
	if !k.lateral {
		n, list := k.b.extractWindows(n, k.items)
		return &logical.Project{Input: n, List: list}
	}
	level := map[expr.AttributeID]int{}
	levels := make([]int, len(k.items))
	top := 0
	for i, it := range k.items {
		l := 0
		for id := range expr.References(stripAlias(it)) {
			if d, ok := level[id]; ok {
				l = max(l, d+1)
			}
		}
		levels[i] = l
		top = max(top, l)
		if a, ok := it.(*expr.Alias); ok {
			level[a.ID] = l
		}
	}
	for l := 0; l <= top; l++ {
		n = k.projectLevel(n, levels, l, l == top)
	}
	return n
}

func (k *block) projectLevel(n logical.Node, levels []int, l int, last bool) logical.Node {
	var list []expr.Expr
	if !last {
		for _, a := range n.Output() {
			list = append(list, a)
		}
	}
	for i, it := range k.items {
		switch {
		case levels[i] == l:
			if _, plain := it.(*expr.Attribute); !plain || last {
				list = append(list, it)
			}
		case last:
			if a, ok := it.(*expr.Alias); ok {
				list = append(list, a.Attr())
			} else {
				list = append(list, it)
			}
		}
	}
	n, list = k.b.extractWindows(n, list)
	return &logical.Project{Input: n, List: list}
}

// rel is the block as a relation.
func (k *block) rel() *rel {
	n := k.build()
	r := newRel(n)
	r.attrs = k.output()
	r.plans = k.input.plans
	r.block = k
	return r
}

// output are the attributes of the visible items, with their qualifiers where they are plain columns.
func (k *block) output() []*expr.Attribute {
	out := make([]*expr.Attribute, k.visible)
	for i, it := range k.items[:k.visible] {
		switch it := it.(type) {
		case *expr.Attribute:
			out[i] = it
		case *expr.Alias:
			out[i] = it.Attr()
		}
	}
	return out
}

// hide adds an expression that is not part of the output and gives the attribute it has above the list.
func (k *block) hide(e expr.Expr) *expr.Attribute {
	for _, it := range k.items {
		switch it := it.(type) {
		case *expr.Attribute:
			if a, ok := e.(*expr.Attribute); ok && a.ID == it.ID {
				return it
			}
		case *expr.Alias:
			if k.b.equal(it.Child, e) {
				return it.Attr()
			}
		}
	}
	if a, ok := e.(*expr.Attribute); ok {
		k.items = append(k.items, a)
		return a
	}
	a := expr.NewAlias(e, "_h"+itoa(len(k.items)))
	k.items = append(k.items, a)
	return a.Attr()
}

// scope is what a clause above the list sees: the output, then the block's input.
func (k *block) scope(out *rel, clause string) *scope {
	s := k.b.clauseScope(out, clause)
	below := k.b.clauseScope(k.input, clause)
	s.next = below
	s.windows = k.windows
	if k.agg != nil {
		s.aggregateInput = &scope{rel: k.input, next: &scope{rel: out, outer: s.outer}, outer: s.outer, clause: clause}
		s.allow.aggregates = true
	}
	return s
}

// reach rewrites an expression bound over scope() so that it can stand above the list: aggregates and columns of the input become
// hidden columns.
func (k *block) reach(e expr.Expr) expr.Expr {
	shown := map[expr.AttributeID]bool{}
	for _, a := range k.output() {
		shown[a.ID] = true
	}
	if k.agg != nil {
		k.agg.above = &rel{attrs: k.output()}
		e = k.agg.replace(e, shown)
		k.agg.above = nil
	}
	return expr.Transform(e, func(x expr.Expr) expr.Expr {
		switch x := x.(type) {
		case *windowExpr:
			return k.hide(x)
		case *expr.Attribute:
			if !shown[x.ID] && k.below(x) {
				return k.hide(x)
			}
		case *expr.Subquery:
			return mapSubquery(x, func(o *expr.Outer) expr.Expr {
				if !shown[o.Attr.ID] && k.below(o.Attr) {
					k.hide(o.Attr)
				}
				return o
			})
		}
		return x
	})
}

// below tells whether a column is one of what the list is computed from.
func (k *block) below(a *expr.Attribute) bool {
	var cols []*expr.Attribute
	if k.agg != nil {
		cols = k.agg.output()
	} else {
		cols = k.input.attrs
	}
	for _, g := range k.gens {
		cols = append(append([]*expr.Attribute(nil), cols...), g.Columns...)
	}
	for _, c := range cols {
		if c.ID == a.ID {
			return true
		}
	}
	return false
}

// trimmed puts a projection to the visible columns on top when there are hidden ones.
func (k *block) trimmed(n logical.Node) logical.Node {
	if len(k.items) == k.visible {
		return n
	}
	out := k.output()
	list := make([]expr.Expr, len(out))
	for i, a := range out {
		list[i] = a
	}
	return &logical.Project{Input: n, List: list}
}
