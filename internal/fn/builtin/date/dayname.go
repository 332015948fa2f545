package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// DayName is the short name of the weekday.
var DayName = fn.Function{Name: "dayname", Group: "datetime_funcs",
	Doc: fn.Describe("Returns the short English name of the day of the week.", fn.Params("col"), "SELECT dayname(DATE'2008-02-20')", "Wed"),
	Bind: fn.Fixed(types.String, fn.Text1(types.String, func(dst []byte, d int32) []byte {
		return append(dst, datetime.WeekdayName(datetime.ISOWeekday(int64(d)))[:3]...)
	}), dateClass)}
