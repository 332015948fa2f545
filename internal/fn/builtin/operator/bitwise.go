package operator

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// bitwise binds &, | and ^.
func bitwise(o func(a, b int64) int64) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := operands(c, fn.Integral)
		if err != nil {
			return nil, err
		}
		t := args[0].Type()
		b := &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args)}
		switch t.ID() {
		case types.IDByte:
			b.Kernel = fn.Map2(t, func(x, y int8) int8 { return int8(o(int64(x), int64(y))) })
		case types.IDShort:
			b.Kernel = fn.Map2(t, func(x, y int16) int16 { return int16(o(int64(x), int64(y))) })
		case types.IDInteger:
			b.Kernel = fn.Map2(t, func(x, y int32) int32 { return int32(o(int64(x), int64(y))) })
		default:
			b.Kernel = fn.Map2(t, o)
		}
		return b, nil
	}
}
