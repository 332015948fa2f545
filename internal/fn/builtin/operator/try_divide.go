package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TryDivide is / that gives null for a zero divisor.
var TryDivide = fn.Function{Name: "try_divide", Group: "math_funcs",
	Doc:  fn.Describe("Returns the quotient, or NULL when the divisor is 0.", fn.Params("left", "right"), "SELECT try_divide(1, 0)", "NULL"),
	Bind: divide(true)}
