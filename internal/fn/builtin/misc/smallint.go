package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// SmallInt is a cast.
var SmallInt = fn.Function{Name: "smallint", Group: "conversion_funcs",
	Doc:  fn.Describe("Casts to SMALLINT.", fn.Params("expr"), "SELECT smallint('12')", "12"),
	Bind: castTo(types.Short)}
