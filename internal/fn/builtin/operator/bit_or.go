package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// BitOr is a | b.
var BitOr = fn.Function{Name: "|", Group: "bitwise_funcs",
	Doc:  fn.Describe("Returns the bitwise OR.", fn.Params("expr1", "expr2"), "SELECT 3 | 5", "7"),
	Bind: bitwise(func(a, b int64) int64 { return a | b })}
