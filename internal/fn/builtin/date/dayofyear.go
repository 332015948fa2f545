package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// DayOfYear counts days from the first of January.
var DayOfYear = fn.Function{Name: "dayofyear", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the day of the year.", fn.Params("col"), "SELECT dayofyear('2016-04-09')", "100"),
	Bind: dateField(func(d int64) int32 { return int32(datetime.DayOfYear(d)) })}
