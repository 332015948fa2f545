package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// MakeDate puts a date together.
var MakeDate = fn.Function{Name: "make_date", Group: "datetime_funcs",
	Doc: fn.Describe("Makes a date of year, month and day.", fn.Params("year", "month", "day"), "SELECT make_date(2013, 7, 15)", "2013-07-15"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		ansi := c.ANSI()
		b, err := fn.Fixed(types.Date, fn.Try3(types.Date, func(y, m, d int32) (int32, bool, error) {
			days, ok := datetime.DateOf(int(y), int(m), int(d))
			if !ok && ansi {
				return 0, false, checkDate(int(y), int(m), int(d))
			}
			return days, ok, nil
		}), intClass, intClass, intClass)(c)
		if b != nil && !ansi {
			b.Nullable = true
		}
		return b, err
	}}
