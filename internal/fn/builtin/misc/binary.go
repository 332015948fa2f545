package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Binary is a cast.
var Binary = fn.Function{Name: "binary", Group: "conversion_funcs",
	Doc:  fn.Describe("Casts to BINARY.", fn.Params("expr"), "SELECT string(binary('a'))", "a"),
	Bind: castTo(types.Binary)}
