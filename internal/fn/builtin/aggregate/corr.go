package aggregate

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Corr is Pearson's correlation.
var Corr = fn.Function{Name: "corr", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns Pearson's coefficient of correlation of two columns.", fn.Params("col1", "col2"), "SELECT corr(a, b) FROM VALUES (1, 2), (2, 4) AS t(a, b)", "1.0"),
	Bind: ofPairs(func(s *comoments) (float64, bool) { return s.ck / math.Sqrt(s.xm*s.ym), s.n > 1 })}
