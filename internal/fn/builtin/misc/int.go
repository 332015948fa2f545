package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Int is a cast.
var Int = fn.Function{Name: "int", Group: "conversion_funcs",
	Doc:  fn.Describe("Casts to INT.", fn.Params("expr"), "SELECT int('12')", "12"),
	Bind: castTo(types.Integer)}
