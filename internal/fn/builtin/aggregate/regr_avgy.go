package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// RegrAvgY is the mean of y over pairs without null.
var RegrAvgY = fn.Function{Name: "regr_avgy", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the mean of `y` over the pairs without NULL.", fn.Params("y", "x"), "SELECT regr_avgy(y, x) FROM VALUES (1, 2), (2, 4) AS t(y, x)", "1.5"),
	Bind: ofPairs(func(s *comoments) (float64, bool) { return s.sx / s.n, true })}
