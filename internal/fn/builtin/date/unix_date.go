package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// UnixDate is the days since the epoch.
var UnixDate = fn.Function{Name: "unix_date", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the days since 1970-01-01.", fn.Params("col"), "SELECT unix_date(DATE('1970-01-02'))", "1"),
	Bind: fn.Fixed(types.Integer, fn.Map1(types.Integer, func(d int32) int32 { return d }), dateClass)}
