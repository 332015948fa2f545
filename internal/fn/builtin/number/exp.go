package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Exp is e to a power.
var Exp = fn.Function{Name: "exp", Group: "math_funcs",
	Doc:  fn.Describe("Returns e to the given power.", fn.Params("col"), "SELECT exp(0)", "1.0"),
	Bind: unary(math.Exp)}
