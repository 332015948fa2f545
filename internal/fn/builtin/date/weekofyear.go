package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// WeekOfYear is the week of ISO 8601.
var WeekOfYear = fn.Function{Name: "weekofyear", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the week of the year by ISO 8601.", fn.Params("col"), "SELECT weekofyear('2008-02-20')", "8"),
	Bind: dateField(func(d int64) int32 { _, w := datetime.ISOWeek(d); return int32(w) })}
