package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Trunc cuts a date.
var Trunc = fn.Function{Name: "trunc", Group: "datetime_funcs",
	Doc: fn.Describe("Returns the date cut at a year, quarter, month or week; NULL for another unit.", fn.Params("date", "format:string"), "SELECT trunc('2019-08-04', 'week')", "2019-07-29"),
	Bind: fn.FixedNullable(types.Date, fn.Try2(types.Date, func(d int32, unit string) (int32, bool, error) {
		l := levelOf(unit)
		if l < week {
			return 0, false, nil
		}
		return int32(truncateDate(int64(d), l)), true, nil
	}), dateClass, fn.AnyString)}
