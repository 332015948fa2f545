package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Pmod is the remainder made non-negative.
var Pmod = fn.Function{Name: "pmod", Group: "math_funcs",
	Doc:  fn.Describe("Returns the remainder that is not negative.", fn.Params("dividend", "divisor"), "SELECT pmod(-7, 3)", "2"),
	Bind: remainder(true, false)}
