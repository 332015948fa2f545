package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// RegrCount counts pairs without null.
var RegrCount = fn.Function{Name: "regr_count", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Returns the number of pairs without NULL.", fn.Params("y", "x"), "SELECT regr_count(y, x) FROM VALUES (1, 1), (3, NULL) AS t(y, x)", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 2, fn.Exact(types.Double))
		if err != nil {
			return nil, err
		}
		return notNull(args, types.Long, func() fn.Accumulator { return &counts{} }), nil
	}}
