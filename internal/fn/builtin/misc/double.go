package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Double is a cast.
var Double = fn.Function{Name: "double", Group: "conversion_funcs",
	Doc:  fn.Describe("Casts to DOUBLE.", fn.Params("expr"), "SELECT double('1.5')", "1.5"),
	Bind: castTo(types.Double)}
