package number

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Hypot is the length of a hypotenuse.
var Hypot = fn.Function{Name: "hypot", Group: "math_funcs",
	Doc:  fn.Describe("Returns sqrt(`col1`² + `col2`²).", fn.Params("col1", "col2"), "SELECT hypot(3, 4)", "5.0"),
	Bind: fn.Fixed(types.Double, fn.Map2(types.Double, math.Hypot), fn.Exact(types.Double), fn.Exact(types.Double))}
