package date

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// DateSub moves a date back.
var DateSub = fn.Function{Name: "date_sub", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the date `days` before `start`.", fn.Params("start", "days:int"), "SELECT date_sub('2016-07-30', 1)", "2016-07-29"),
	Bind: addDays(-1)}
