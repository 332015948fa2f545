package analyze

import (
	"reflect"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
)

// equal tells whether two bound expressions mean the same: attributes by id, aliases by what they name. It decides which part
// of a select list is a grouping key, and which aggregates are computed once.
func equal(a, b expr.Expr) bool {
	a, b = stripAlias(a), stripAlias(b)
	if a == b {
		return true
	}
	switch x := a.(type) {
	case *expr.Attribute:
		y, ok := b.(*expr.Attribute)
		return ok && x.ID == y.ID
	case *expr.Outer:
		y, ok := b.(*expr.Outer)
		return ok && x.Attr.ID == y.Attr.ID
	case *expr.Literal:
		y, ok := b.(*expr.Literal)
		return ok && types.Equal(x.DataType, y.DataType) && reflect.DeepEqual(x.Value, y.Value)
	case *expr.Subquery:
		return false
	case *expr.Lambda:
		return equalLambda(x, b)
	}
	return sameNode(a, b) && equalList(a.Children(), b.Children())
}

func equalLambda(x *expr.Lambda, b expr.Expr) bool {
	y, ok := b.(*expr.Lambda)
	if !ok || len(x.Params) != len(y.Params) {
		return false
	}
	with := map[expr.AttributeID]expr.Expr{}
	for i, p := range y.Params {
		with[p.ID] = x.Params[i]
	}
	return equal(x.Body, expr.Replace(y.Body, with))
}

func equalList(a, b []expr.Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// sameNode compares two nodes without their children.
func sameNode(a, b expr.Expr) bool {
	switch x := a.(type) {
	case *expr.Call:
		y, ok := b.(*expr.Call)
		return ok && x.Fn.FunctionName() == y.Fn.FunctionName() && x.Fn.Deterministic() && types.Equal(x.DataType, y.DataType)
	case *expr.Cast:
		y, ok := b.(*expr.Cast)
		return ok && x.Mode == y.Mode && types.Equal(x.DataType, y.DataType)
	case *expr.Compare:
		y, ok := b.(*expr.Compare)
		return ok && x.Op == y.Op
	case *expr.IsNull:
		y, ok := b.(*expr.IsNull)
		return ok && x.Negated == y.Negated
	case *expr.GetField:
		y, ok := b.(*expr.GetField)
		return ok && x.Ordinal == y.Ordinal
	case *expr.MakeStruct:
		y, ok := b.(*expr.MakeStruct)
		return ok && types.Equal(x.DataType, y.DataType)
	case *expr.Case:
		y, ok := b.(*expr.Case)
		return ok && len(x.When) == len(y.When)
	case *expr.Aggregate:
		y, ok := b.(*expr.Aggregate)
		return ok && x.Fn.FunctionName() == y.Fn.FunctionName() && x.Distinct == y.Distinct && (x.Filter == nil) == (y.Filter == nil) &&
			x.Fn.Deterministic() && types.Equal(x.DataType, y.DataType) && sameDirections(x.Order, y.Order)
	case *expr.WindowFunction:
		y, ok := b.(*expr.WindowFunction)
		return ok && x.Fn.FunctionName() == y.Fn.FunctionName() && x.IgnoreNulls == y.IgnoreNulls
	case *groupingMark:
		y, ok := b.(*groupingMark)
		return ok && x.id == y.id
	case *windowExpr:
		y, ok := b.(*windowExpr)
		return ok && sameNode(x.fn, y.fn) && equalFrame(x.frame, y.frame) && len(x.partition) == len(y.partition) && sameDirections(x.order, y.order)
	}
	return reflect.TypeOf(a) == reflect.TypeOf(b)
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
