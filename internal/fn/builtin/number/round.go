package number

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Round rounds halves away from zero.
var Round = fn.Function{Name: "round", Group: "math_funcs",
	Doc:  fn.Describe("Rounds to `scale` fraction digits, halves away from zero; a negative scale rounds before the point.", fn.Params("col", "scale:int?"), "SELECT round(2.5, 0)", "3"),
	Bind: rounding(types.HalfUp)}
