package optimize

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// tightenOuterJoin drops the rows beside nulls that an outer join makes, when a filter above would drop them anyway: one of its conjuncts
// is not true when the columns of that side are null.
//
//	Filter r.x > 1 (l LEFT JOIN r)  →  Filter r.x > 1 (l JOIN r)
//
// It does not for r.x IS NULL or coalesce(r.x, 0) = 0, which nulls satisfy.
func tightenOuterJoin(_ *optimizer, n logical.Node) logical.Node {
	f, ok := n.(*logical.Filter)
	if !ok {
		return nil
	}
	j, ok := f.Input.(*logical.Join)
	if !ok || j.Mark != nil || j.Single {
		return nil
	}
	left, right := idsOf(j.Left), idsOf(j.Right)
	leftFails, rightFails := false, false
	for _, c := range expr.Conjuncts(f.Condition) {
		leftFails = leftFails || rejectsNulls(c, left)
		rightFails = rightFails || rejectsNulls(c, right)
	}
	t := j.Type
	switch {
	case t == plan.LeftOuterJoin && rightFails, t == plan.RightOuterJoin && leftFails:
		t = plan.InnerJoin
	case t == plan.FullOuterJoin && leftFails && rightFails:
		t = plan.InnerJoin
	case t == plan.FullOuterJoin && leftFails: // rows of the right side alone go
		t = plan.LeftOuterJoin
	case t == plan.FullOuterJoin && rightFails:
		t = plan.RightOuterJoin
	}
	if t == j.Type {
		return nil
	}
	out := *j
	out.Type = t
	return &logical.Filter{Input: &out, Condition: f.Condition}
}

// rejectsNulls tells whether a condition is false or null when all columns in set are null.
func rejectsNulls(e expr.Expr, set map[expr.AttributeID]bool) bool {
	switch e := e.(type) {
	case *expr.And:
		return rejectsNulls(e.Left, set) || rejectsNulls(e.Right, set)
	case *expr.Or:
		return rejectsNulls(e.Left, set) && rejectsNulls(e.Right, set)
	case *expr.IsNull:
		return e.Negated && nullWith(e.Child, set)
	case *expr.Not:
		return nullWith(e.Child, set)
	}
	return nullWith(e, set)
}

// nullWith tells whether an expression is surely null when all columns in set are null.
func nullWith(e expr.Expr, set map[expr.AttributeID]bool) bool {
	switch e := e.(type) {
	case *expr.Attribute:
		return set[e.ID]
	case *expr.Cast:
		return nullWith(e.Child, set)
	case *expr.GetField:
		return nullWith(e.Child, set)
	case *expr.Compare:
		return e.Op != expr.EqNullSafe && (nullWith(e.Left, set) || nullWith(e.Right, set))
	case *expr.In:
		return nullWith(e.Value, set)
	case *expr.Not:
		return nullWith(e.Child, set)
	}
	return false
}
