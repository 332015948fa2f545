package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Acosh is the inverse hyperbolic cosine.
var Acosh = fn.Function{Name: "acosh", Group: "math_funcs",
	Doc:  fn.Describe("Returns the inverse hyperbolic cosine.", fn.Params("col"), "SELECT acosh(1)", "0.0"),
	Bind: unary(math.Acosh)}
