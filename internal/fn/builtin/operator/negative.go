package operator

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Negative is -a.
var Negative = fn.Function{Name: "negative", Group: "math_funcs",
	Doc:  fn.Describe("Returns the negated value.", fn.Params("col"), "SELECT negative(1)", "-1"),
	Bind: negate}

var numericOrAnyInterval = fn.Either(fn.Numeric, fn.DayTime, fn.YearMonth, fn.Exact(types.CalendarInterval))

func negate(c *fn.Call) (*fn.Bound, error) {
	args, err := c.Take(1, 1, numericOrAnyInterval)
	if err != nil {
		return nil, err
	}
	t := args[0].Type()
	b := &fn.Bound{Args: args, Type: t, Nullable: args[0].Nullable()}
	on := mode(c, false)
	switch t.ID() {
	case types.IDByte:
		b.Kernel = negateInteger[int8](t, on)
	case types.IDShort:
		b.Kernel = negateInteger[int16](t, on)
	case types.IDInteger, types.IDYearMonthInterval:
		b.Kernel = negateInteger[int32](t, on)
	case types.IDLong, types.IDDayTimeInterval:
		b.Kernel = negateInteger[int64](t, on)
	case types.IDFloat:
		b.Kernel = fn.Map1(t, func(v float32) float32 { return -v })
	case types.IDDouble:
		b.Kernel = fn.Map1(t, func(v float64) float64 { return -v })
	case types.IDDecimal:
		b.Kernel = fn.Map1(t, types.Int128.Neg)
	default:
		b.Kernel = fn.Map1(t, func(v vec.CalendarInterval) vec.CalendarInterval {
			return vec.CalendarInterval{Months: -v.Months, Days: -v.Days, Micros: -v.Micros}
		})
	}
	return b, nil
}

func negateInteger[T integer](t types.DataType, on failure) fn.Kernel {
	return fn.Try1(t, func(v T) (T, bool, error) {
		if v != 0 && v == -v && on == raise {
			return 0, false, overflow("overflow", "")
		}
		return -v, true, nil
	})
}
