package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Cos is the cosine.
var Cos = fn.Function{Name: "cos", Group: "math_funcs",
	Doc:  fn.Describe("Returns the cosine.", fn.Params("col"), "SELECT cos(0)", "1.0"),
	Bind: unary(math.Cos)}
