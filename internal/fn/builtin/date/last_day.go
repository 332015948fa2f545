package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// LastDay is the last day of the month.
var LastDay = fn.Function{Name: "last_day", Group: "datetime_funcs",
	Doc: fn.Describe("Returns the last day of the month of a date.", fn.Params("date"), "SELECT last_day('2009-01-12')", "2009-01-31"),
	Bind: fn.Fixed(types.Date, fn.Map1(types.Date, func(d int32) int32 {
		y, m, day := datetime.Civil(int64(d))
		return d + int32(datetime.DaysInMonth(y, m)-day)
	}), dateClass)}
