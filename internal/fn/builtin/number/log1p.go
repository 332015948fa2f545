package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Log1p is ln(1 + x).
var Log1p = fn.Function{Name: "log1p", Group: "math_funcs",
	Doc:  fn.Describe("Returns the natural logarithm of one plus the value.", fn.Params("col"), "SELECT log1p(0)", "0.0"),
	Bind: partial(math.Log1p, -1)}
