package number

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
)

// whole binds floor and ceil: DOUBLE and integers give BIGINT, decimals a decimal without fraction; a scale gives a decimal.
func whole(f func(float64) float64, how types.Rounding) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if len(c.Args) == 2 {
			return wholeAt(c, how)
		}
		args, err := c.Take(1, 1, fn.Either(fn.Exact(types.Double), fn.AnyDecimal, fn.Exact(types.Long)))
		if err != nil {
			return nil, err
		}
		b := &fn.Bound{Args: args, Type: types.Long, Nullable: true}
		switch t := args[0].Type().(type) {
		case types.DecimalType:
			r := types.BoundedDecimal(t.Precision-t.Scale+1, 0)
			if t.Scale <= 0 {
				r = types.DecimalType{Precision: t.Precision}
			}
			b.Type = r
			b.Kernel = fn.Map1(r, func(v types.Int128) types.Int128 { w, _ := v.RescaleTo(t.Scale, 0, how); return w })
		case types.LongType:
			b.Kernel = fn.Map1(types.Long, func(v int64) int64 { return v })
		default:
			b.Kernel = fn.Map1(types.Long, func(v float64) int64 { return cast.Saturate(f(v), math.MinInt64, math.MaxInt64) })
		}
		return b, nil
	}
}

func wholeAt(c *fn.Call, how types.Rounding) (*fn.Bound, error) {
	args, err := c.Take(2, 2, fn.AnyDecimal, fn.Exact(types.Integer))
	if err != nil {
		return nil, err
	}
	return roundDecimal(c, args, how)
}
