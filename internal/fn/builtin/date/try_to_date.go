package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// TryToDate is to_date that gives null for what is no date.
var TryToDate = fn.Function{Name: "try_to_date", Group: "datetime_funcs",
	Doc:  fn.Describe("Converts to a date, NULL for what is none.", fn.Params("col", "format:string?"), "SELECT try_to_date('foo')", "NULL"),
	Bind: parsing(types.Date, true)}
