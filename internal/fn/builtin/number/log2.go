package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Log2 is the logarithm to base 2.
var Log2 = fn.Function{Name: "log2", Group: "math_funcs",
	Doc:  fn.Describe("Returns the logarithm to base 2.", fn.Params("col"), "SELECT log2(2)", "1.0"),
	Bind: partial(func(v float64) float64 { return math.Log(v) / math.Ln2 }, 0)}
