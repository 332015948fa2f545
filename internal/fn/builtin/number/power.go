package number

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Power raises to a power.
var Power = fn.Function{Name: "power", Aliases: []string{"pow"}, Group: "math_funcs",
	Doc:  fn.Describe("Returns `col1` to the power `col2`.", fn.Params("col1", "col2"), "SELECT pow(2, 3)", "8.0"),
	Bind: fn.Fixed(types.Double, fn.Map2(types.Double, power), fn.Exact(types.Double), fn.Exact(types.Double))}

// power differs from math.Pow where Java does: 1 or -1 to an infinite or unknown power is NaN.
func power(x, y float64) float64 {
	if math.IsNaN(y) || math.Abs(x) == 1 && math.IsInf(y, 0) {
		return math.NaN()
	}
	return math.Pow(x, y)
}
