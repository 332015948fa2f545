package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// DayOfWeek is 1 for Sunday.
var DayOfWeek = fn.Function{Name: "dayofweek", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the day of the week, 1 for Sunday to 7 for Saturday.", fn.Params("col"), "SELECT dayofweek('2009-07-30')", "5"),
	Bind: dateField(func(d int64) int32 { return int32(datetime.ISOWeekday(d)%7) + 1 })}
