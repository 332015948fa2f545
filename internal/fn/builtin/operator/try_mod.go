package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TryMod is % that gives null for a zero divisor.
var TryMod = fn.Function{Name: "try_mod", Group: "math_funcs",
	Doc:  fn.Describe("Returns the remainder, or NULL when the divisor is 0.", fn.Params("left", "right"), "SELECT try_mod(3, 0)", "NULL"),
	Bind: remainder(false, true)}
