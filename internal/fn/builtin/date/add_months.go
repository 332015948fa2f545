package date

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// AddMonths moves a date by months.
var AddMonths = fn.Function{Name: "add_months", Group: "datetime_funcs",
	Doc: fn.Describe("Returns the date `months` after `start`; a day that the month lacks becomes its last.", fn.Params("start", "months:int"), "SELECT add_months('2016-08-31', 1)", "2016-09-30"),
	Bind: fn.Fixed(types.Date, fn.Try2(types.Date, func(d, m int32) (int32, bool, error) {
		r := datetime.AddMonths(int64(d), int64(m))
		if int64(int32(r)) != r {
			return 0, false, sparkerr.New("ARITHMETIC_OVERFLOW", "message", "integer overflow", "alternative", "", "config", `"spark.sql.ansi.enabled"`)
		}
		return int32(r), true, nil
	}), dateClass, intClass)}
