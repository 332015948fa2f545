package aggregate

import (
	"cmp"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// best holds the smallest or largest value so far.
type best[A any] struct {
	value A
	set   bool
}

// extremes makes an accumulator of min (sign -1) or max (sign 1) for types of one fixed-width value.
func extremes[A fn.Value](t types.DataType, sign int, order func(a, b A) int, keep func(A) A) func() fn.Accumulator {
	put := func(s *best[A], v A) {
		if !s.set || order(v, s.value)*sign > 0 {
			s.value, s.set = keep(v), true
		}
	}
	return func() fn.Accumulator {
		return &fold[A, best[A]]{t: t,
			step: func(s *best[A], v A) error { put(s, v); return nil },
			merge: func(s, o *best[A]) error {
				if o.set {
					put(s, o.value)
				}
				return nil
			},
			result: func(s *best[A], out *vec.Builder) error {
				switch v := any(s.value).(type) {
				case string:
					if s.set {
						out.TextString(v)
						return nil
					}
				default:
					if s.set {
						vec.Put(out, s.value)
						return nil
					}
				}
				out.Null()
				return nil
			}}
	}
}

func same[A any](a A) A { return a }

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// extreme binds min and max.
func extreme(sign int) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		t := c.Args[0].Type()
		if !types.IsOrderable(t) {
			return nil, c.Mismatch("INVALID_ORDERING_TYPE", "functionName", c.ID(), "dataType", `"`+t.SQL()+`"`)
		}
		var make func() fn.Accumulator
		switch t.ID() {
		case types.IDBoolean:
			make = extremes(t, sign, boolOrder, same[bool])
		case types.IDByte:
			make = extremes(t, sign, cmp.Compare[int8], same[int8])
		case types.IDShort:
			make = extremes(t, sign, cmp.Compare[int16], same[int16])
		case types.IDInteger, types.IDDate, types.IDYearMonthInterval:
			make = extremes(t, sign, cmp.Compare[int32], same[int32])
		case types.IDLong, types.IDTimestamp, types.IDTimestampNTZ, types.IDTime, types.IDDayTimeInterval:
			make = extremes(t, sign, cmp.Compare[int64], same[int64])
		case types.IDFloat:
			make = extremes(t, sign, vec.CompareFloats[float32], same[float32])
		case types.IDDouble:
			make = extremes(t, sign, vec.CompareFloats[float64], same[float64])
		case types.IDDecimal:
			make = extremes(t, sign, types.Int128.Cmp, same[types.Int128])
		case types.IDString, types.IDChar, types.IDVarchar, types.IDBinary:
			make = extremes(t, sign, strings.Compare, strings.Clone)
		default:
			order := vec.NewComparer(t)
			make = func() fn.Accumulator {
				return &kept{t: t, argument: 0, better: func(v *vec.Vector, i int, old *vec.Vector, j int) bool {
					return !v.IsNull(i) && (old == nil || order(v, i, old, j)*sign > 0)
				}, key: 0}
			}
		}
		return bound(c.Args, t, make), nil
	}
}
