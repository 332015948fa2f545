package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// Weekday is 0 for Monday.
var Weekday = fn.Function{Name: "weekday", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the day of the week, 0 for Monday to 6 for Sunday.", fn.Params("col"), "SELECT weekday('2009-07-30')", "3"),
	Bind: dateField(func(d int64) int32 { return int32(datetime.ISOWeekday(d)) - 1 })}
