package aggregate

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Skewness is the third standardised moment.
var Skewness = fn.Function{Name: "skewness", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Returns the skewness.", fn.Params("col"), "SELECT skewness(a) FROM VALUES (1), (3) AS t(a)", "0.0"),
	Bind: momentOf(func(s *moments) (float64, bool) {
		return math.Sqrt(s.n) * s.m3 / math.Sqrt(s.m2*s.m2*s.m2), s.m2 != 0
	})}
