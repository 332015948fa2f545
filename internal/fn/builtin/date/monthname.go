package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// MonthName is the short name of the month.
var MonthName = fn.Function{Name: "monthname", Group: "datetime_funcs",
	Doc: fn.Describe("Returns the short English name of the month.", fn.Params("col"), "SELECT monthname(DATE'2008-02-20')", "Feb"),
	Bind: fn.Fixed(types.String, fn.Text1(types.String, func(dst []byte, d int32) []byte {
		_, m, _ := datetime.Civil(int64(d))
		return append(dst, datetime.MonthName(m)[:3]...)
	}), dateClass)}
