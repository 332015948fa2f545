package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// CovarPop is the population covariance.
var CovarPop = fn.Function{Name: "covar_pop", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the population covariance.", fn.Params("col1", "col2"), "SELECT covar_pop(a, b) FROM VALUES (1, 2), (3, 4) AS t(a, b)", "1.0"),
	Bind: ofPairs(func(s *comoments) (float64, bool) { return s.ck / s.n, true })}
