package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// RegrIntercept is the intercept of the least-squares line.
var RegrIntercept = fn.Function{Name: "regr_intercept", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the intercept of the linear regression line.", fn.Params("y", "x"), "SELECT regr_intercept(y, x) FROM VALUES (1, 1), (3, 2) AS t(y, x)", "-1.0"),
	Bind: regression(func(s *comoments) (float64, bool) { return s.y - s.ck/s.m2*s.x, s.n > 1 && s.m2 != 0 })}
