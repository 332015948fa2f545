package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// MakeTimestampNTZ puts a timestamp without zone together.
var MakeTimestampNTZ = fn.Function{Name: "make_timestamp_ntz", Group: "datetime_funcs",
	Doc: fn.Describe("Makes a timestamp without time zone of year, month, day, hour, minute and second with fraction.", fn.Params("years", "months", "days", "hours", "mins", "secs"),
		"SELECT make_timestamp_ntz(2014, 12, 28, 6, 30, 45.887)", "2014-12-28 06:30:45.887"),
	Bind: makeTimestamp(types.TimestampNTZ, false)}
