package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// TryMakeTimestamp is make_timestamp that gives null for parts out of range.
var TryMakeTimestamp = fn.Function{Name: "try_make_timestamp", Group: "datetime_funcs",
	Doc:  fn.Describe("Makes a timestamp, NULL when a part is out of range.", fn.Params("years", "months", "days", "hours", "mins", "secs", "timezone?"), "SELECT try_make_timestamp(2014, 13, 28, 6, 30, 45)", "NULL"),
	Bind: makeTimestamp(types.Timestamp, true)}
