package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// Minute is the minute of the hour.
var Minute = fn.Function{Name: "minute", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the minute of a timestamp.", fn.Params("col"), "SELECT minute('2009-07-30 12:58:59')", "58"),
	Bind: timeField(func(ofDay int64) int32 { return int32(ofDay / datetime.MicrosPerMinute % 60) })}
