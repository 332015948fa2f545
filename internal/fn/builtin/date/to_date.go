package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// ToDate reads a date.
var ToDate = fn.Function{Name: "to_date", Group: "datetime_funcs",
	Doc:  fn.Describe("Converts to a date; texts by a pattern when one is given.", fn.Params("col", "format:string?"), "SELECT to_date('2009-07-30 04:17:52')", "2009-07-30"),
	Bind: parsing(types.Date, false)}
