package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// DateFromUnixDate takes days since the epoch.
var DateFromUnixDate = fn.Function{Name: "date_from_unix_date", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the date that many days after 1970-01-01.", fn.Params("days"), "SELECT date_from_unix_date(1)", "1970-01-02"),
	Bind: fn.Fixed(types.Date, fn.Map1(types.Date, func(d int32) int32 { return d }), intClass)}
