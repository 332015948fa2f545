package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// setOperation binds array_union, array_intersect and array_except.
func setOperation(f func(r fn.Row, out *vec.Builder), nulls func(a, b bool) bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, t, err := twoArrays(c)
		if err != nil {
			return nil, err
		}
		t.ContainsNull = nulls(elementOf(c.Args[0]).ContainsNull, elementOf(c.Args[1]).ContainsNull)
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			f(r, out.Child(0))
			out.EndList()
			return nil
		})}, nil
	}
}
