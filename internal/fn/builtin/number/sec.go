package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Sec is the secant.
var Sec = fn.Function{Name: "sec", Group: "math_funcs",
	Doc:  fn.Describe("Returns the secant.", fn.Params("col"), "SELECT sec(0)", "1.0"),
	Bind: unary(func(v float64) float64 { return 1 / math.Cos(v) })}
