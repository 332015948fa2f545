package date

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// MakeDTInterval puts a day-time interval together.
var MakeDTInterval = fn.Function{Name: "make_dt_interval", Group: "datetime_funcs",
	Doc: fn.Describe("Makes a day-time interval of days, hours, minutes and seconds, each 0 when left out.", fn.Params("days?", "hours?", "mins?", "secs?"), "SELECT make_dt_interval(1, 12, 30, 01.001001)", "1 12:30:01.001001"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		seconds := types.DecimalType{Precision: 18, Scale: 6}
		args, err := c.Take(0, 4, intClass, intClass, intClass, fn.Exact(seconds))
		if err != nil {
			return nil, err
		}
		for len(args) < 3 {
			args = append(args, fn.Constant(types.Integer, int32(0)))
		}
		if len(args) < 4 {
			args = append(args, fn.Constant(seconds, types.Decimal{Precision: 18, Scale: 6}))
		}
		t := types.DayTimeIntervalType{Start: types.DayField, End: types.SecondField}
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			v, i := r.At(3)
			s, _ := vec.Values[types.Int128](v)[i].Int64()
			days := int64(r.Int(0))
			if days > math.MaxInt64/datetime.MicrosPerDay || days < math.MinInt64/datetime.MicrosPerDay {
				return sparkerr.New("INTERVAL_ARITHMETIC_OVERFLOW.WITHOUT_SUGGESTION")
			}
			a, b := days*datetime.MicrosPerDay, int64(r.Int(1))*datetime.MicrosPerHour+int64(r.Int(2))*datetime.MicrosPerMinute+s
			sum := a + b
			if (a^sum)&(b^sum) < 0 {
				return sparkerr.New("INTERVAL_ARITHMETIC_OVERFLOW.WITHOUT_SUGGESTION")
			}
			vec.Put(out, sum)
			return nil
		})}, nil
	}}
