package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ApproxCountDistinct counts distinct values, exactly: the error is 0, within any that is asked for.
var ApproxCountDistinct = fn.Function{Name: "approx_count_distinct", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Doc{Summary: "Returns the number of distinct values that are not NULL.", Args: fn.Params("col", "rsd:literal?"),
		Note:     "The count is exact; rsd is accepted and not needed.",
		Examples: fn.Examples("SELECT approx_count_distinct(a) FROM VALUES (1), (1), (3) AS t(a)", "2")},
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 2); err != nil {
			return nil, err
		}
		e := c.Args[0].Type()
		return notNull(c.Args[:1], types.Long, func() fn.Accumulator {
			return &collected{t: types.Long, element: e, unique: true, value: func(_ *vec.Vector, rows []int32, out *vec.Builder) error {
				vec.Put(out, int64(len(rows)))
				return nil
			}}
		}), nil
	}}
