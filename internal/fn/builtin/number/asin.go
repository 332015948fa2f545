package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Asin is the inverse sine.
var Asin = fn.Function{Name: "asin", Group: "math_funcs",
	Doc:  fn.Describe("Returns the inverse sine, NaN outside -1 to 1.", fn.Params("col"), "SELECT asin(0)", "0.0"),
	Bind: unary(math.Asin)}
