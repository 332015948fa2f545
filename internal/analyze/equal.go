package analyze

import (
	"reflect"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
)

// equal tells whether two bound expressions mean the same: attributes by id, aliases by what they name. It decides which part
// of a select list is a grouping key, and which aggregates are computed once.
func (b *binder) equal(x0, y0 expr.Expr) bool {
	l, r := stripAlias(x0), stripAlias(y0)
	if l == r {
		return true
	}
	switch x := l.(type) {
	case *expr.Attribute:
		y, ok := r.(*expr.Attribute)
		return ok && x.ID == y.ID
	case *expr.Outer:
		y, ok := r.(*expr.Outer)
		return ok && x.Attr.ID == y.Attr.ID
	case *expr.Literal:
		y, ok := r.(*expr.Literal)
		return ok && types.Equal(x.DataType, y.DataType) && reflect.DeepEqual(x.Value, y.Value)
	case *expr.Subquery:
		return false
	case *expr.Lambda:
		return b.equalLambda(x, r)
	}
	return b.sameNode(l, r) && b.sameGiven(l, r) && b.equalList(l.Children(), r.Children())
}

// sameGiven compares the arguments as given: a bound call may keep some of them only inside its kernel (first(x, true)).
func (b *binder) sameGiven(l, r expr.Expr) bool {
	if w, ok := l.(*windowExpr); ok {
		return b.sameGiven(w.fn, r.(*windowExpr).fn)
	}
	x, ok := b.calls[l]
	y, ok2 := b.calls[r]
	return !ok || !ok2 || b.equalList(x.given, y.given)
}

func (b *binder) equalLambda(x *expr.Lambda, r expr.Expr) bool {
	y, ok := r.(*expr.Lambda)
	if !ok || len(x.Params) != len(y.Params) {
		return false
	}
	with := map[expr.AttributeID]expr.Expr{}
	for i, p := range y.Params {
		with[p.ID] = x.Params[i]
	}
	return b.equal(x.Body, expr.Replace(y.Body, with))
}

func (b *binder) equalList(x, y []expr.Expr) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !b.equal(x[i], y[i]) {
			return false
		}
	}
	return true
}

// sameNode compares two nodes without their children.
func (b *binder) sameNode(l, r expr.Expr) bool {
	switch x := l.(type) {
	case *expr.Call:
		y, ok := r.(*expr.Call)
		return ok && x.Fn.FunctionName() == y.Fn.FunctionName() && x.Fn.Deterministic() && types.Equal(x.DataType, y.DataType)
	case *expr.Cast:
		y, ok := r.(*expr.Cast)
		return ok && x.Mode == y.Mode && types.Equal(x.DataType, y.DataType)
	case *expr.Compare:
		y, ok := r.(*expr.Compare)
		return ok && x.Op == y.Op
	case *expr.IsNull:
		y, ok := r.(*expr.IsNull)
		return ok && x.Negated == y.Negated
	case *expr.GetField:
		y, ok := r.(*expr.GetField)
		return ok && x.Ordinal == y.Ordinal
	case *expr.MakeStruct:
		y, ok := r.(*expr.MakeStruct)
		return ok && types.Equal(x.DataType, y.DataType)
	case *expr.Case:
		y, ok := r.(*expr.Case)
		return ok && len(x.When) == len(y.When)
	case *expr.Aggregate:
		y, ok := r.(*expr.Aggregate)
		return ok && x.Fn.FunctionName() == y.Fn.FunctionName() && x.Distinct == y.Distinct && (x.Filter == nil) == (y.Filter == nil) &&
			x.Fn.Deterministic() && types.Equal(x.DataType, y.DataType) && sameDirections(x.Order, y.Order)
	case *expr.WindowFunction:
		y, ok := r.(*expr.WindowFunction)
		return ok && x.Fn.FunctionName() == y.Fn.FunctionName() && x.IgnoreNulls == y.IgnoreNulls
	case *groupingMark:
		y, ok := r.(*groupingMark)
		return ok && x.id == y.id
	case *windowExpr:
		y, ok := r.(*windowExpr)
		return ok && b.sameNode(x.fn, y.fn) && b.equalFrame(x.frame, y.frame) && len(x.partition) == len(y.partition) && sameDirections(x.order, y.order)
	}
	return reflect.TypeOf(l) == reflect.TypeOf(r)
}

func sameDirections(a, b []expr.SortOrder) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Descending != b[i].Descending || a[i].NullsFirst != b[i].NullsFirst {
			return false
		}
	}
	return true
}
