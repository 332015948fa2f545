package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// BitXor is the bitwise exclusive OR of all values.
var BitXor = fn.Function{Name: "bit_xor", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the bitwise exclusive OR of all values.", fn.Params("col"), "SELECT bit_xor(a) FROM VALUES (3), (5) AS t(a)", "6"),
	Bind: bitwise(func(a, b int64) int64 { return a ^ b })}
