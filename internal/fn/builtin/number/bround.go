package number

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// BRound rounds halves to even.
var BRound = fn.Function{Name: "bround", Group: "math_funcs",
	Doc:  fn.Describe("Rounds to `scale` fraction digits, halves to the even neighbour.", fn.Params("col", "scale:int?"), "SELECT bround(2.5, 0)", "2"),
	Bind: rounding(types.HalfEven)}
