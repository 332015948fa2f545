package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Cbrt is the cube root.
var Cbrt = fn.Function{Name: "cbrt", Group: "math_funcs",
	Doc:  fn.Describe("Returns the cube root.", fn.Params("col"), "SELECT cbrt(27.0)", "3.0"),
	Bind: unary(math.Cbrt)}
