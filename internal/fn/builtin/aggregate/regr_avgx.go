package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// RegrAvgX is the mean of x over pairs without null.
var RegrAvgX = fn.Function{Name: "regr_avgx", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the mean of `x` over the pairs without NULL.", fn.Params("y", "x"), "SELECT regr_avgx(y, x) FROM VALUES (1, 2), (2, 4) AS t(y, x)", "3.0"),
	Bind: regression(func(s *comoments) (float64, bool) { return s.sx / s.n, true })}
