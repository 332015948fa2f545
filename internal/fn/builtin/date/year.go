package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// Year is the year.
var Year = fn.Function{Name: "year", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the year of a date.", fn.Params("col"), "SELECT year('2016-07-30')", "2016"),
	Bind: dateField(func(d int64) int32 { y, _, _ := datetime.Civil(d); return int32(y) })}
