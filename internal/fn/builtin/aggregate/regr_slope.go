package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// RegrSlope is the slope of the least-squares line.
var RegrSlope = fn.Function{Name: "regr_slope", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the slope of the linear regression line.", fn.Params("y", "x"), "SELECT regr_slope(y, x) FROM VALUES (1, 1), (3, 2) AS t(y, x)", "2.0"),
	Bind: regression(func(s *comoments) (float64, bool) { return s.ck / s.m2, s.n > 1 && s.m2 != 0 })}
