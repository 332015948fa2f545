package aggregate

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// StddevPop is the population standard deviation.
var StddevPop = fn.Function{Name: "stddev_pop", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the population standard deviation.", fn.Params("col"), "SELECT stddev_pop(a) FROM VALUES (1), (3) AS t(a)", "1.0"),
	Bind: momentOf(func(s *moments) (float64, bool) { return math.Sqrt(s.m2 / s.n), true })}
