package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Atan is the inverse tangent.
var Atan = fn.Function{Name: "atan", Group: "math_funcs",
	Doc:  fn.Describe("Returns the inverse tangent.", fn.Params("col"), "SELECT atan(0)", "0.0"),
	Bind: unary(math.Atan)}
