package date

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// MakeInterval puts a calendar interval together.
var MakeInterval = fn.Function{Name: "make_interval", Group: "datetime_funcs",
	Doc: fn.Describe("Makes an interval of years, months, weeks, days, hours, minutes and seconds, each 0 when left out.", fn.Params("years?", "months?", "weeks?", "days?", "hours?", "mins?", "secs?"),
		"SELECT make_interval(100, 11, 1, 1, 12, 30, 01.001001)", "100 years 11 months 8 days 12 hours 30 minutes 1.001001 seconds"),
	Bind: makeInterval(false)}

func makeInterval(try bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, 7); err != nil {
			return nil, err
		}
		seconds := types.DecimalType{Precision: 18, Scale: 6}
		args := make([]expr.Expr, 7)
		for i := range args {
			want := intClass
			if i == 6 {
				want = fn.Exact(seconds)
			}
			if i >= len(c.Args) {
				args[i] = fn.Constant(types.Integer, int32(0))
				if i == 6 {
					args[i] = fn.Constant(seconds, types.Decimal{Precision: 18, Scale: 6})
				}
				continue
			}
			e, ok := fn.ImplicitCast(c.Env, c.Args[i], want)
			if !ok {
				return nil, c.Unexpected(i, want)
			}
			args[i] = e
		}
		ansi := c.ANSI() && !try
		return &fn.Bound{Args: args, Type: types.CalendarInterval, Nullable: !ansi || fn.AnyNullable(args), Kernel: fn.Rows(types.CalendarInterval, func(r fn.Row, out *vec.Builder) error {
			months := int64(r.Int(0))*12 + int64(r.Int(1))
			days := int64(r.Int(2))*7 + int64(r.Int(3))
			v, i := r.At(6)
			s, _ := vec.Values[types.Int128](v)[i].Int64()
			micros := int64(r.Int(4))*datetime.MicrosPerHour + int64(r.Int(5))*datetime.MicrosPerMinute + s
			if int64(int32(months)) != months || int64(int32(days)) != days {
				if ansi {
					return sparkerr.New("INTERVAL_ARITHMETIC_OVERFLOW.WITH_SUGGESTION", "functionName", "`try_make_interval`")
				}
				out.Null()
				return nil
			}
			vec.Put(out, vec.CalendarInterval{Months: int32(months), Days: int32(days), Micros: micros})
			return nil
		})}, nil
	}
}
