package aggregate

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// RegrR2 is the coefficient of determination.
var RegrR2 = fn.Function{Name: "regr_r2", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Returns the coefficient of determination.", fn.Params("y", "x"), "SELECT regr_r2(y, x) FROM VALUES (1, 1), (3, 2) AS t(y, x)", "1.0"),
	Bind: ofPairs(func(s *comoments) (float64, bool) {
		if s.ym == 0 {
			return 0, false
		}
		if s.xm == 0 {
			return 1, true
		}
		r := s.ck / math.Sqrt(s.xm*s.ym)
		return r * r, s.n > 1
	})}
