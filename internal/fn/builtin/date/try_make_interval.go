package date

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TryMakeInterval is make_interval that gives null for what is too large.
var TryMakeInterval = fn.Function{Name: "try_make_interval", Group: "datetime_funcs",
	Doc: fn.Describe("Makes an interval of years, months, weeks, days, hours, minutes and seconds; NULL when it would be too large.",
		fn.Params("years?", "months?", "weeks?", "days?", "hours?", "mins?", "secs?"), "SELECT try_make_interval(2147483647)", "NULL"),
	Bind: makeInterval(true)}
