package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

func bitwise(o func(a, b int64) int64) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Integral)
		if err != nil {
			return nil, err
		}
		switch t := args[0].Type(); t.ID() {
		case types.IDByte:
			return bound(args, t, bitFold[int8](t, o)), nil
		case types.IDShort:
			return bound(args, t, bitFold[int16](t, o)), nil
		case types.IDInteger:
			return bound(args, t, bitFold[int32](t, o)), nil
		default:
			return bound(args, t, bitFold[int64](t, o)), nil
		}
	}
}

func bitFold[T int8 | int16 | int32 | int64](t types.DataType, o func(a, b int64) int64) func() fn.Accumulator {
	put := func(s *best[T], v T) {
		if s.set {
			v = T(o(int64(s.value), int64(v)))
		}
		s.value, s.set = v, true
	}
	return func() fn.Accumulator {
		return &fold[T, best[T]]{t: t,
			step: func(s *best[T], v T) error { put(s, v); return nil },
			merge: func(s, o *best[T]) error {
				if o.set {
					put(s, o.value)
				}
				return nil
			},
			result: func(s *best[T], out *vec.Builder) error {
				if s.set {
					vec.Put(out, s.value)
				} else {
					out.Null()
				}
				return nil
			}}
	}
}
