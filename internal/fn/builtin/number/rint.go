package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Rint rounds to the nearest integer, halves to even, as DOUBLE.
var Rint = fn.Function{Name: "rint", Group: "math_funcs",
	Doc:  fn.Describe("Returns the nearest integer as DOUBLE, the even one for a half.", fn.Params("col"), "SELECT rint(12.3456)", "12.0"),
	Bind: unary(math.RoundToEven)}
