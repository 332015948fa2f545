package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Sum adds values: BIGINT for integers, DOUBLE for floats, a wider decimal for decimals.
var Sum = fn.Function{Name: "sum", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the sum of the values that are not NULL.", fn.Params("col"), "SELECT sum(a) FROM VALUES (1), (2) AS t(a)", "3"),
	Bind: sum(false)}

type total[T any] struct {
	sum  T
	n    int64
	over bool // try_sum met an overflow
}

var summable = fn.Either(fn.Numeric, fn.YearMonth, fn.DayTime).Named(`"NUMERIC" or "ANSI INTERVAL"`)

func sum(try bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, summable)
		if err != nil {
			return nil, err
		}
		switch t := args[0].Type().(type) {
		case types.FloatType, types.DoubleType:
			return bound([]expr.Expr{c.Cast(args[0], types.Double)}, types.Double, sumDoubles), nil
		case types.DecimalType:
			r := types.BoundedDecimal(t.Precision+10, t.Scale)
			return bound(args, r, func() fn.Accumulator { return sumDecimals(r, try || !c.ANSI(), "try_sum") }), nil
		case types.YearMonthIntervalType:
			r := types.YearMonthIntervalType{Start: types.YearField, End: types.MonthField}
			return bound(args, r, func() fn.Accumulator { return sumMonths(r) }), nil
		case types.DayTimeIntervalType:
			r := types.DayTimeIntervalType{Start: types.DayField, End: types.SecondField}
			return bound(args, r, func() fn.Accumulator { return sumIntegers(r, raising(c, try)) }), nil
		}
		return bound([]expr.Expr{c.Cast(args[0], types.Long)}, types.Long, func() fn.Accumulator { return sumIntegers(types.Long, raising(c, try)) }), nil
	}
}

// onOverflow tells what a sum does that does not fit.
type onOverflow uint8

const (
	raise onOverflow = iota
	null
	wrap
)

func raising(c *fn.Call, try bool) onOverflow {
	switch {
	case try:
		return null
	case c.ANSI():
		return raise
	}
	return wrap
}

func sumIntegers(t types.DataType, on onOverflow) fn.Accumulator {
	put := func(s *total[int64], v int64) error {
		r := s.sum + v
		if (s.sum^r)&(v^r) < 0 && on != wrap {
			if on == raise {
				return sparkerr.New("ARITHMETIC_OVERFLOW", "message", "long overflow", "alternative", " Use 'try_sum' to tolerate overflow and return NULL instead.",
					"config", `"spark.sql.ansi.enabled"`)
			}
			s.over = true
		}
		s.sum = r
		return nil
	}
	return &removable[int64, total[int64]]{fold[int64, total[int64]]{t: t,
		step:   func(s *total[int64], v int64) error { s.n++; return put(s, v) },
		merge:  func(s, o *total[int64]) error { s.n += o.n; s.over = s.over || o.over; return put(s, o.sum) },
		remove: func(s *total[int64], v int64) { s.n--; s.sum -= v },
		result: func(s *total[int64], out *vec.Builder) error {
			if s.n == 0 || s.over {
				out.Null()
				return nil
			}
			vec.Put(out, s.sum)
			return nil
		}}}
}

func sumMonths(t types.DataType) fn.Accumulator {
	return &removable[int32, total[int64]]{fold[int32, total[int64]]{t: t,
		step:   func(s *total[int64], v int32) error { s.n++; s.sum += int64(v); return nil },
		merge:  func(s, o *total[int64]) error { s.n += o.n; s.sum += o.sum; return nil },
		remove: func(s *total[int64], v int32) { s.n--; s.sum -= int64(v) },
		result: func(s *total[int64], out *vec.Builder) error {
			switch {
			case s.n == 0:
				out.Null()
			case int64(int32(s.sum)) != s.sum:
				return overflow("integer overflow")
			default:
				vec.Put(out, int32(s.sum))
			}
			return nil
		}}}
}

func sumDoubles() fn.Accumulator {
	return &fold[float64, total[float64]]{t: types.Double,
		step:  func(s *total[float64], v float64) error { s.n++; s.sum += v; return nil },
		merge: func(s, o *total[float64]) error { s.n += o.n; s.sum += o.sum; return nil },
		result: func(s *total[float64], out *vec.Builder) error {
			if s.n == 0 {
				out.Null()
			} else {
				vec.Put(out, s.sum)
			}
			return nil
		}}
}

// sumDecimals keeps 128 bits, which hold any sum of 38 digits up to 1.7 × 10^38; what does not fit the result type fails at the end.
func sumDecimals(t types.DecimalType, tolerant bool, function string) fn.Accumulator {
	put := func(s *total[types.Int128], v types.Int128) {
		r, ok := s.sum.AddChecked(v)
		s.over = s.over || !ok
		s.sum = r
	}
	return &removable[types.Int128, total[types.Int128]]{fold[types.Int128, total[types.Int128]]{t: t,
		step: func(s *total[types.Int128], v types.Int128) error { s.n++; put(s, v); return nil },
		merge: func(s, o *total[types.Int128]) error {
			s.n += o.n
			s.over = s.over || o.over
			put(s, o.sum)
			return nil
		},
		remove: func(s *total[types.Int128], v types.Int128) { s.n--; s.sum = s.sum.Sub(v) },
		result: func(s *total[types.Int128], out *vec.Builder) error {
			switch {
			case s.n == 0:
				out.Null()
			case !s.over && s.sum.FitsPrecision(t.Precision):
				vec.Put(out, s.sum)
			case tolerant:
				out.Null()
			default:
				return sparkerr.New("ARITHMETIC_OVERFLOW", "message", "Overflow in sum of decimals", "alternative", " Use '"+function+"' to tolerate overflow and return NULL instead.",
					"config", `"spark.sql.ansi.enabled"`)
			}
			return nil
		}}}
}
