package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// Second is the second of the minute.
var Second = fn.Function{Name: "second", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the second of a timestamp.", fn.Params("col"), "SELECT second('2009-07-30 12:58:59')", "59"),
	Bind: timeField(func(ofDay int64) int32 { return int32(ofDay / datetime.MicrosPerSecond % 60) })}
