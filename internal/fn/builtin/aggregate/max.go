package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Max is the largest value.
var Max = fn.Function{Name: "max", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the largest value that is not NULL.", fn.Params("col"), "SELECT max(a) FROM VALUES (2), (1) AS t(a)", "2"),
	Bind: extreme(1)}
