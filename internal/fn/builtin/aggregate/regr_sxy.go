package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// RegrSXY is the sum of products about the means.
var RegrSXY = fn.Function{Name: "regr_sxy", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the sum of products of deviations over the pairs without NULL.", fn.Params("y", "x"), "SELECT regr_sxy(y, x) FROM VALUES (1, 2), (2, 4) AS t(y, x)", "1.0"),
	Bind: ofPairs(func(s *comoments) (float64, bool) { return s.ck, true })}
