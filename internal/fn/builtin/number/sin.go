package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Sin is the sine.
var Sin = fn.Function{Name: "sin", Group: "math_funcs",
	Doc:  fn.Describe("Returns the sine.", fn.Params("col"), "SELECT sin(0)", "0.0"),
	Bind: unary(math.Sin)}
