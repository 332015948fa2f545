package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
	"github.com/flintlake/flintlake/internal/vec"
)

// Avg is the mean.
var Avg = fn.Function{Name: "avg", Aliases: []string{"mean"}, Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the mean of the values that are not NULL.", fn.Params("col"), "SELECT avg(a) FROM VALUES (1), (2) AS t(a)", "1.5"),
	Bind: average(false)}

func average(try bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, summable)
		if err != nil {
			return nil, err
		}
		switch t := args[0].Type().(type) {
		case types.DecimalType:
			r := types.BoundedDecimal(t.Precision+4, t.Scale+4)
			return bound(args, r, func() fn.Accumulator { return averageDecimals(t, r, try || !c.ANSI()) }), nil
		case types.YearMonthIntervalType:
			r := types.YearMonthIntervalType{Start: types.YearField, End: types.MonthField}
			return bound(args, r, func() fn.Accumulator {
				f := sumMonths(r).(*removable[int32, total[int64]])
				f.result = func(s *total[int64], out *vec.Builder) error {
					if s.n == 0 {
						out.Null()
					} else {
						vec.Put(out, int32(roundedQuotient(s.sum, s.n)))
					}
					return nil
				}
				return f
			}), nil
		case types.DayTimeIntervalType:
			r := types.DayTimeIntervalType{Start: types.DayField, End: types.SecondField}
			return bound(args, r, func() fn.Accumulator {
				f := sumIntegers(r, raising(c, try)).(*removable[int64, total[int64]])
				f.result = func(s *total[int64], out *vec.Builder) error {
					if s.n == 0 || s.over {
						out.Null()
					} else {
						vec.Put(out, roundedQuotient(s.sum, s.n))
					}
					return nil
				}
				return f
			}), nil
		}
		return bound([]expr.Expr{c.Cast(args[0], types.Double)}, types.Double, averageDoubles), nil
	}
}

// roundedQuotient is a/n rounded half away from zero.
func roundedQuotient(a, n int64) int64 {
	q, r := a/n, a%n
	if r < 0 {
		r = -r
	}
	if r >= n-r {
		if a < 0 {
			return q - 1
		}
		return q + 1
	}
	return q
}

func averageDoubles() fn.Accumulator {
	f := sumDoubles().(*fold[float64, total[float64]])
	f.result = func(s *total[float64], out *vec.Builder) error {
		if s.n == 0 {
			out.Null()
		} else {
			vec.Put(out, s.sum/float64(s.n))
		}
		return nil
	}
	return f
}

func averageDecimals(in, t types.DecimalType, tolerant bool) fn.Accumulator {
	sumType := types.BoundedDecimal(in.Precision+10, in.Scale)
	f := sumDecimals(sumType, tolerant, "try_avg").(*removable[types.Int128, total[types.Int128]])
	whole := f.result
	f.t = t
	f.result = func(s *total[types.Int128], out *vec.Builder) error {
		if s.n == 0 || s.over || !s.sum.FitsPrecision(sumType.Precision) {
			return whole(s, out)
		}
		q, ok := types.DivDecimal(s.sum, in.Scale, types.Int128Of(s.n), 0, t.Scale)
		switch {
		case ok && q.FitsPrecision(t.Precision):
			vec.Put(out, q)
		case tolerant:
			out.Null()
		default:
			return cast.DecimalOverflow(q.String(), t)
		}
		return nil
	}
	return f
}
