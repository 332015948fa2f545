package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Cosh is the hyperbolic cosine.
var Cosh = fn.Function{Name: "cosh", Group: "math_funcs",
	Doc:  fn.Describe("Returns the hyperbolic cosine.", fn.Params("col"), "SELECT cosh(0)", "1.0"),
	Bind: unary(math.Cosh)}
