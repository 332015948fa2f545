package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// Month is the month.
var Month = fn.Function{Name: "month", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the month of a date.", fn.Params("col"), "SELECT month('2016-07-30')", "7"),
	Bind: dateField(func(d int64) int32 { _, m, _ := datetime.Civil(d); return int32(m) })}
