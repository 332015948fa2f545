package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TrySum is sum that gives null on overflow.
var TrySum = fn.Function{Name: "try_sum", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the sum, or NULL when it does not fit.", fn.Params("col"), "SELECT try_sum(a) FROM VALUES (9223372036854775807L), (1L) AS t(a)", "NULL"),
	Bind: sum(true)}
