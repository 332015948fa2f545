package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// flags is the state of bool_and and bool_or.
type flags struct{ value, set bool }

func truth(combine func(a, b bool) bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Exact(types.Boolean))
		if err != nil {
			return nil, err
		}
		return bound(args, types.Boolean, func() fn.Accumulator {
			put := func(s *flags, v bool) {
				if s.set {
					v = combine(s.value, v)
				}
				s.value, s.set = v, true
			}
			return &fold[bool, flags]{t: types.Boolean,
				step: func(s *flags, v bool) error { put(s, v); return nil },
				merge: func(s, o *flags) error {
					if o.set {
						put(s, o.value)
					}
					return nil
				},
				result: func(s *flags, out *vec.Builder) error {
					if s.set {
						vec.Put(out, s.value)
					} else {
						out.Null()
					}
					return nil
				}}
		}), nil
	}
}
