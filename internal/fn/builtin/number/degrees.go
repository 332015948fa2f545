package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Degrees turns radians into degrees.
var Degrees = fn.Function{Name: "degrees", Group: "math_funcs",
	Doc:  fn.Describe("Converts radians to degrees.", fn.Params("col"), "SELECT degrees(0)", "0.0"),
	Bind: unary(func(v float64) float64 { return v * (180 / math.Pi) })}
