package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// E is Euler's number.
var E = fn.Function{Name: "e", Group: "math_funcs",
	Doc:  fn.Describe("Returns Euler's number.", nil, "SELECT e()", "2.718281828459045"),
	Bind: constant(math.E)}
