package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// RegrSYY is the sum of squares of y about its mean.
var RegrSYY = fn.Function{Name: "regr_syy", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the sum of squared deviations of `y` over the pairs without NULL.", fn.Params("y", "x"), "SELECT regr_syy(y, x) FROM VALUES (1, 2), (2, 4) AS t(y, x)", "0.5"),
	Bind: ofPairs(func(s *comoments) (float64, bool) { return s.m2, true })}
