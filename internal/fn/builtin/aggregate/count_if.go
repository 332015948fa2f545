package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// CountIf counts the rows where a condition is true.
var CountIf = fn.Function{Name: "count_if", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Returns the number of rows where the condition is true.", fn.Params("col"), "SELECT count_if(a > 1) FROM VALUES (1), (2) AS t(a)", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Exact(types.Boolean))
		if err != nil {
			return nil, err
		}
		return notNull(args, types.Long, func() fn.Accumulator {
			return &removable[bool, int64]{fold[bool, int64]{t: types.Long,
				step: func(s *int64, v bool) error {
					if v {
						*s++
					}
					return nil
				},
				merge: func(s, o *int64) error { *s += *o; return nil },
				remove: func(s *int64, v bool) {
					if v {
						*s--
					}
				},
				result: func(s *int64, out *vec.Builder) error { vec.Put(out, *s); return nil }}}
		}), nil
	}}
