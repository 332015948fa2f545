package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// BitXor is a ^ b.
var BitXor = fn.Function{Name: "^", Group: "bitwise_funcs",
	Doc:  fn.Describe("Returns the bitwise exclusive OR.", fn.Params("expr1", "expr2"), "SELECT 3 ^ 5", "6"),
	Bind: bitwise(func(a, b int64) int64 { return a ^ b })}
