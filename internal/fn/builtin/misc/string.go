package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// String is a cast.
var String = fn.Function{Name: "string", Group: "conversion_funcs",
	Doc:  fn.Describe("Casts to STRING.", fn.Params("expr"), "SELECT string(12)", "12"),
	Bind: castTo(types.String)}
