package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Ln is the natural logarithm.
var Ln = fn.Function{Name: "ln", Group: "math_funcs",
	Doc:  fn.Describe("Returns the natural logarithm; NULL for values that have none.", fn.Params("col"), "SELECT ln(1)", "0.0"),
	Bind: partial(math.Log, 0)}
