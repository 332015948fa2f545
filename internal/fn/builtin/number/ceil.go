package number

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Ceil is the smallest integer not below.
var Ceil = fn.Function{Name: "ceil", Aliases: []string{"ceiling"}, Group: "math_funcs",
	Doc:  fn.Describe("Returns the smallest integer that is not less; with `scale`, the smallest decimal with so many fraction digits.", fn.Params("col", "scale:int?"), "SELECT ceil(-0.1)", "0"),
	Bind: whole(math.Ceil, types.Ceiling)}
