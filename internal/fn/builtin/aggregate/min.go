package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Min is the smallest value.
var Min = fn.Function{Name: "min", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the smallest value that is not NULL.", fn.Params("col"), "SELECT min(a) FROM VALUES (2), (1) AS t(a)", "1"),
	Bind: extreme(-1)}
