package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Radians turns degrees into radians.
var Radians = fn.Function{Name: "radians", Group: "math_funcs",
	Doc:  fn.Describe("Converts degrees to radians.", fn.Params("col"), "SELECT radians(0)", "0.0"),
	Bind: unary(func(v float64) float64 { return v * (math.Pi / 180) })}
