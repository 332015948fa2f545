package operator

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// shift binds the three shifts; the count is taken modulo the width.
func shift(int32s func(int32, int32) int32, int64s func(int64, int32) int64) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 2, fn.Either(fn.Exact(types.Integer), fn.Exact(types.Long)), fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		t := args[0].Type()
		b := &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Map2(t, int64s)}
		if t.ID() == types.IDInteger {
			b.Kernel = fn.Map2(t, int32s)
		}
		return b, nil
	}
}
