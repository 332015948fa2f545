package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Asinh is the inverse hyperbolic sine.
var Asinh = fn.Function{Name: "asinh", Group: "math_funcs",
	Doc:  fn.Describe("Returns the inverse hyperbolic sine.", fn.Params("col"), "SELECT asinh(0)", "0.0"),
	Bind: unary(math.Asinh)}
