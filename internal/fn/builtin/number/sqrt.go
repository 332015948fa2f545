package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Sqrt is the square root.
var Sqrt = fn.Function{Name: "sqrt", Group: "math_funcs",
	Doc:  fn.Describe("Returns the square root.", fn.Params("col"), "SELECT sqrt(4)", "2.0"),
	Bind: unary(math.Sqrt)}
