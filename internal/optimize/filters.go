package optimize

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
)

// removeTrivialFilter drops conditions that are always true, and all rows where one is never true.
func removeTrivialFilter(_ *optimizer, n logical.Node) logical.Node {
	f, ok := n.(*logical.Filter)
	if !ok {
		return nil
	}
	if v, known := truth(f.Condition); known && v {
		return f.Input
	} else if known || isNullLiteral(f.Condition) {
		return &logical.Values{Columns: f.Output()}
	}
	return nil
}

// combineFilters makes one condition of two filters.
//
//	Filter b (Filter a x)  →  Filter a AND b x
func combineFilters(_ *optimizer, n logical.Node) logical.Node {
	f, ok := n.(*logical.Filter)
	if !ok {
		return nil
	}
	in, ok := f.Input.(*logical.Filter)
	if !ok || !expr.Deterministic(f.Condition) || !expr.Deterministic(in.Condition) {
		return nil
	}
	return &logical.Filter{Input: in.Input, Condition: &expr.And{Left: in.Condition, Right: f.Condition}}
}

// filtered puts conditions over n; none leaves n as it is.
func filtered(n logical.Node, conditions []expr.Expr) logical.Node {
	if c := expr.AndAll(conditions); c != nil {
		return &logical.Filter{Input: n, Condition: c}
	}
	return n
}

// idsOf are the ids of a node's columns.
func idsOf(n logical.Node) map[expr.AttributeID]bool {
	out := map[expr.AttributeID]bool{}
	for _, a := range n.Output() {
		out[a.ID] = true
	}
	return out
}

// within tells whether e reads only columns in set.
func within(e expr.Expr, set map[expr.AttributeID]bool) bool {
	for id := range expr.References(e) {
		if !set[id] {
			return false
		}
	}
	return true
}

// movable conditions may be evaluated elsewhere: they give the same whenever they are evaluated.
func movable(e expr.Expr) bool { return expr.Deterministic(e) && !hasSubquery(e) }

func hasSubquery(e expr.Expr) bool {
	found := false
	expr.Walk(e, func(x expr.Expr) bool {
		switch x.(type) {
		case *expr.Subquery, *expr.Outer:
			found = true
		}
		return !found
	})
	return found
}
