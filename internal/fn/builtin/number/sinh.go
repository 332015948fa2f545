package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Sinh is the hyperbolic sine.
var Sinh = fn.Function{Name: "sinh", Group: "math_funcs",
	Doc:  fn.Describe("Returns the hyperbolic sine.", fn.Params("col"), "SELECT sinh(0)", "0.0"),
	Bind: unary(math.Sinh)}
