package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// TinyInt is a cast.
var TinyInt = fn.Function{Name: "tinyint", Group: "conversion_funcs",
	Doc:  fn.Describe("Casts to TINYINT.", fn.Params("expr"), "SELECT tinyint('12')", "12"),
	Bind: castTo(types.Byte)}
