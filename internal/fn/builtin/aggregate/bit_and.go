package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// BitAnd is the bitwise AND of all values.
var BitAnd = fn.Function{Name: "bit_and", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the bitwise AND of all values.", fn.Params("col"), "SELECT bit_and(a) FROM VALUES (3), (5) AS t(a)", "1"),
	Bind: bitwise(func(a, b int64) int64 { return a & b })}
