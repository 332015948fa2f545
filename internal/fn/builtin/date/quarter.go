package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// Quarter is the quarter of the year.
var Quarter = fn.Function{Name: "quarter", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the quarter of a date, 1 to 4.", fn.Params("col"), "SELECT quarter('2016-08-31')", "3"),
	Bind: dateField(func(d int64) int32 { _, m, _ := datetime.Civil(d); return int32(m+2) / 3 })}
