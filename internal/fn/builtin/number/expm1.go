package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Expm1 is exp(x) - 1.
var Expm1 = fn.Function{Name: "expm1", Group: "math_funcs",
	Doc:  fn.Describe("Returns e to the given power, minus one.", fn.Params("col"), "SELECT expm1(0)", "0.0"),
	Bind: unary(math.Expm1)}
