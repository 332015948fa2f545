package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Tan is the tangent.
var Tan = fn.Function{Name: "tan", Group: "math_funcs",
	Doc:  fn.Describe("Returns the tangent.", fn.Params("col"), "SELECT tan(0)", "0.0"),
	Bind: unary(math.Tan)}
