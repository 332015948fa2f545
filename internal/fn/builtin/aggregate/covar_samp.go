package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// CovarSamp is the sample covariance.
var CovarSamp = fn.Function{Name: "covar_samp", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the sample covariance.", fn.Params("col1", "col2"), "SELECT covar_samp(a, b) FROM VALUES (1, 2), (3, 4) AS t(a, b)", "2.0"),
	Bind: ofPairs(func(s *comoments) (float64, bool) { return s.ck / (s.n - 1), s.n > 1 })}
