package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Float is a cast.
var Float = fn.Function{Name: "float", Group: "conversion_funcs",
	Doc:  fn.Describe("Casts to FLOAT.", fn.Params("expr"), "SELECT float('1.5')", "1.5"),
	Bind: castTo(types.Float)}
