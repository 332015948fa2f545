package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// Hour is the hour of the day.
var Hour = fn.Function{Name: "hour", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the hour of a timestamp.", fn.Params("col"), "SELECT hour('2009-07-30 12:58:59')", "12"),
	Bind: timeField(func(ofDay int64) int32 { return int32(ofDay / datetime.MicrosPerHour) })}
