package number

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Atan2 is the angle of a point.
var Atan2 = fn.Function{Name: "atan2", Group: "math_funcs",
	Doc:  fn.Describe("Returns the angle between the positive x axis and the point (`col2`, `col1`).", fn.Params("col1", "col2"), "SELECT atan2(0, 0)", "0.0"),
	Bind: fn.Fixed(types.Double, fn.Map2(types.Double, func(y, x float64) float64 { return math.Atan2(y+0, x+0) }), fn.Exact(types.Double), fn.Exact(types.Double))}
