package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// BitOr is the bitwise OR of all values.
var BitOr = fn.Function{Name: "bit_or", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the bitwise OR of all values.", fn.Params("col"), "SELECT bit_or(a) FROM VALUES (3), (5) AS t(a)", "7"),
	Bind: bitwise(func(a, b int64) int64 { return a | b })}
