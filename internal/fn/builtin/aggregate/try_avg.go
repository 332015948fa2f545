package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TryAvg is avg that gives null on overflow.
var TryAvg = fn.Function{Name: "try_avg", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the mean, or NULL when the sum does not fit.", fn.Params("col"), "SELECT try_avg(a) FROM VALUES (1), (2) AS t(a)", "1.5"),
	Bind: average(true)}
