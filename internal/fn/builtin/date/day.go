package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// Day is the day of the month.
var Day = fn.Function{Name: "day", Aliases: []string{"dayofmonth"}, Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the day of the month.", fn.Params("col"), "SELECT day('2009-07-30')", "30"),
	Bind: dateField(func(d int64) int32 { _, _, day := datetime.Civil(d); return int32(day) })}
