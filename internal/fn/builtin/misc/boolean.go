package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Boolean is a cast.
var Boolean = fn.Function{Name: "boolean", Group: "conversion_funcs",
	Doc:  fn.Describe("Casts to BOOLEAN.", fn.Params("expr"), "SELECT boolean('yes')", "true"),
	Bind: castTo(types.Boolean)}
