package collection

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// oneArray binds a function from an array to one of the same type.
func oneArray(f func(r fn.Row, order vec.Comparer, out *vec.Builder) error) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		e, err := arrayArgument(c, 0)
		if err != nil {
			return nil, err
		}
		t := elementOf(e)
		order := vec.NewComparer(t.Element)
		return &fn.Bound{Args: []expr.Expr{e}, Type: t, Nullable: e.Nullable(), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error { return f(r, order, out) })}, nil
	}
}
