package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Date is a cast.
var Date = fn.Function{Name: "date", Group: "conversion_funcs",
	Doc:  fn.Describe("Casts to DATE.", fn.Params("expr"), "SELECT date('2024-02-29')", "2024-02-29"),
	Bind: castTo(types.Date)}
