package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TryMultiply is * that gives null on overflow.
var TryMultiply = fn.Function{Name: "try_multiply", Group: "math_funcs",
	Doc:  fn.Describe("Returns the product, or NULL when it does not fit.", fn.Params("left", "right"), "SELECT try_multiply(2147483647, 2)", "NULL"),
	Bind: arithmetic(multiply, true)}
