package number

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Floor is the largest integer not above.
var Floor = fn.Function{Name: "floor", Group: "math_funcs",
	Doc:  fn.Describe("Returns the largest integer that is not greater; with `scale`, the largest decimal with so many fraction digits.", fn.Params("col", "scale:int?"), "SELECT floor(-0.1)", "-1"),
	Bind: whole(math.Floor, types.Floor)}
