package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// RegrSXX is the sum of squares of x about its mean.
var RegrSXX = fn.Function{Name: "regr_sxx", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the sum of squared deviations of `x` over the pairs without NULL.", fn.Params("y", "x"), "SELECT regr_sxx(y, x) FROM VALUES (1, 2), (2, 4) AS t(y, x)", "2.0"),
	Bind: regression(func(s *comoments) (float64, bool) { return s.m2, true })}
