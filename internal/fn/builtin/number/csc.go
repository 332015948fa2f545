package number

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// Csc is the cosecant.
var Csc = fn.Function{Name: "csc", Group: "math_funcs",
	Doc:  fn.Describe("Returns the cosecant.", fn.Params("col"), "SELECT csc(1)", "1.1883951057781212"),
	Bind: unary(func(v float64) float64 { return 1 / math.Sin(v) })}
