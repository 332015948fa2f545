package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// TryToTimestamp is to_timestamp that gives null for what is no timestamp.
var TryToTimestamp = fn.Function{Name: "try_to_timestamp", Group: "datetime_funcs",
	Doc:  fn.Describe("Converts to a timestamp, NULL for what is none.", fn.Params("col", "format:string?"), "SELECT try_to_timestamp('foo')", "NULL"),
	Bind: parsing(types.Timestamp, true)}
