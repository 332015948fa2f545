package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Atanh is the inverse hyperbolic tangent.
var Atanh = fn.Function{Name: "atanh", Group: "math_funcs",
	Doc:  fn.Describe("Returns the inverse hyperbolic tangent.", fn.Params("col"), "SELECT atanh(0)", "0.0"),
	Bind: unary(math.Atanh)}
