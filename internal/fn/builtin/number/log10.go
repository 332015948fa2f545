package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Log10 is the logarithm to base 10.
var Log10 = fn.Function{Name: "log10", Group: "math_funcs",
	Doc:  fn.Describe("Returns the logarithm to base 10.", fn.Params("col"), "SELECT log10(10)", "1.0"),
	Bind: partial(math.Log10, 0)}
