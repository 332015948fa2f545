package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Cot is the cotangent.
var Cot = fn.Function{Name: "cot", Group: "math_funcs",
	Doc:  fn.Describe("Returns the cotangent.", fn.Params("col"), "SELECT cot(1)", "0.6420926159343306"),
	Bind: unary(func(v float64) float64 { return 1 / math.Tan(v) })}
