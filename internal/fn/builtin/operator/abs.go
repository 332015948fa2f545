package operator

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Abs is |a|.
var Abs = fn.Function{Name: "abs", Group: "math_funcs",
	Doc: fn.Describe("Returns the absolute value.", fn.Params("col"), "SELECT abs(-1)", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Either(fn.Numeric, fn.DayTime, fn.YearMonth))
		if err != nil {
			return nil, err
		}
		t := args[0].Type()
		b := &fn.Bound{Args: args, Type: t, Nullable: args[0].Nullable()}
		on := mode(c, false)
		switch t.ID() {
		case types.IDByte:
			b.Kernel = absInteger[int8](t, on)
		case types.IDShort:
			b.Kernel = absInteger[int16](t, on)
		case types.IDInteger, types.IDYearMonthInterval:
			b.Kernel = absInteger[int32](t, on)
		case types.IDLong, types.IDDayTimeInterval:
			b.Kernel = absInteger[int64](t, on)
		case types.IDFloat:
			b.Kernel = fn.Map1(t, func(v float32) float32 { return float32(math.Abs(float64(v))) })
		case types.IDDouble:
			b.Kernel = fn.Map1(t, math.Abs)
		default:
			b.Kernel = fn.Map1(t, types.Int128.Abs)
		}
		return b, nil
	}}

func absInteger[T integer](t types.DataType, on failure) fn.Kernel {
	return fn.Try1(t, func(v T) (T, bool, error) {
		if v >= 0 {
			return v, true, nil
		}
		if v == -v && on == raise {
			return 0, false, overflow("overflow", "")
		}
		return -v, true, nil
	})
}
