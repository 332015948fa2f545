package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Acos is the inverse cosine.
var Acos = fn.Function{Name: "acos", Group: "math_funcs",
	Doc:  fn.Describe("Returns the inverse cosine, NaN outside -1 to 1.", fn.Params("col"), "SELECT acos(1)", "0.0"),
	Bind: unary(math.Acos)}
