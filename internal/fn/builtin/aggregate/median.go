package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Median is the percentile at one half.
var Median = fn.Function{Name: "median", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Returns the median, interpolated between the two middle values.", fn.Params("col"), "SELECT median(a) FROM VALUES (1), (2), (9) AS t(a)", "2.0"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		return percentile(c, c.Args[0], fn.Constant(types.Double, 0.5))
	}}
