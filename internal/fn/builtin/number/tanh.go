package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Tanh is the hyperbolic tangent.
var Tanh = fn.Function{Name: "tanh", Group: "math_funcs",
	Doc:  fn.Describe("Returns the hyperbolic tangent.", fn.Params("col"), "SELECT tanh(0)", "0.0"),
	Bind: unary(math.Tanh)}
