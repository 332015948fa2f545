package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// BitAnd is a & b.
var BitAnd = fn.Function{Name: "&", Group: "bitwise_funcs",
	Doc:  fn.Describe("Returns the bitwise AND.", fn.Params("expr1", "expr2"), "SELECT 3 & 5", "1"),
	Bind: bitwise(func(a, b int64) int64 { return a & b })}
