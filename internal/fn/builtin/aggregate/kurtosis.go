package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Kurtosis is the excess kurtosis.
var Kurtosis = fn.Function{Name: "kurtosis", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the excess kurtosis.", fn.Params("col"), "SELECT kurtosis(a) FROM VALUES (1), (3) AS t(a)", "-2.0"),
	Bind: momentOf(func(s *moments) (float64, bool) { return s.n*s.m4/(s.m2*s.m2) - 3, s.m2 != 0 })}
