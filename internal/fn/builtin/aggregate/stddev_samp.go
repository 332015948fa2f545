package aggregate

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// StddevSamp is the sample standard deviation.
var StddevSamp = fn.Function{Name: "stddev_samp", Aliases: []string{"stddev", "std"}, Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the sample standard deviation; NULL for fewer than two values.", fn.Params("col"), "SELECT stddev_samp(a) FROM VALUES (1), (3) AS t(a)", "1.4142135623730951"),
	Bind: momentOf(func(s *moments) (float64, bool) { return math.Sqrt(s.m2 / (s.n - 1)), s.n > 1 })}
