package date

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
)

// TimestampSeconds takes seconds since the epoch.
var TimestampSeconds = fn.Function{Name: "timestamp_seconds", Group: "datetime_funcs",
	Doc: fn.Describe("Returns the timestamp that many seconds after 1970-01-01 UTC.", fn.Params("col"), "SELECT timestamp_seconds(1230219000)", "2008-12-25 15:30:00"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Numeric)
		if err != nil {
			return nil, err
		}
		b := &fn.Bound{Args: args, Type: types.Timestamp, Nullable: args[0].Nullable()}
		fail := func() error {
			return sparkerr.New("ARITHMETIC_OVERFLOW", "message", "long overflow", "alternative", "", "config", `"spark.sql.ansi.enabled"`)
		}
		switch t := args[0].Type().(type) {
		case types.FloatType, types.DoubleType:
			b.Args = []expr.Expr{c.Cast(args[0], types.Double)}
			b.Nullable = true
			b.Kernel = fn.Try1(types.Timestamp, func(v float64) (int64, bool, error) {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					return 0, false, nil
				}
				return cast.Saturate(v*float64(datetime.MicrosPerSecond), math.MinInt64, math.MaxInt64), true, nil
			})
		case types.DecimalType:
			b.Kernel = fn.Try1(types.Timestamp, func(v types.Int128) (int64, bool, error) {
				r, ok := v.RescaleTo(t.Scale, 6, types.Down)
				exact, _ := r.Rescale(6, t.Scale)
				n, fits := r.Int64()
				if !ok || !fits || t.Scale > 6 && exact != v {
					return 0, false, fail()
				}
				return n, true, nil
			})
		default:
			b.Args = []expr.Expr{c.Cast(args[0], types.Long)}
			b.Kernel = fn.Try1(types.Timestamp, func(v int64) (int64, bool, error) {
				r := v * datetime.MicrosPerSecond
				if r/datetime.MicrosPerSecond != v {
					return 0, false, fail()
				}
				return r, true, nil
			})
		}
		return b, nil
	}}
