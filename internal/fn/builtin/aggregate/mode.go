package aggregate

import (
	"slices"

	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Mode is the most frequent value.
var Mode = fn.Function{Name: "mode", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Returns the most frequent value that is not NULL; of several, with `deterministic`, the smallest.", fn.Params("col", "deterministic:bool?"),
		"SELECT mode(a) FROM VALUES (1), (2), (2) AS t(a)", "2"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 2); err != nil {
			return nil, err
		}
		t := c.Args[0].Type()
		order := vec.NewComparer(t)
		return bound(c.Args[:1], t, func() fn.Accumulator {
			return &collected{t: t, element: t, value: func(v *vec.Vector, rows []int32, out *vec.Builder) error {
				if len(rows) == 0 {
					out.Null()
					return nil
				}
				sorted := slices.Clone(rows)
				slices.SortStableFunc(sorted, func(a, b int32) int { return order(v, int(a), v, int(b)) })
				best, count := 0, 0
				for i := 0; i < len(sorted); {
					j := i + 1
					for j < len(sorted) && order(v, int(sorted[i]), v, int(sorted[j])) == 0 {
						j++
					}
					if j-i > count {
						best, count = i, j-i
					}
					i = j
				}
				out.From(v, int(sorted[best]))
				return nil
			}}
		}), nil
	}}
