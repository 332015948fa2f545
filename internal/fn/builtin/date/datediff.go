package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// DateDiff counts days between dates.
var DateDiff = fn.Function{Name: "datediff", Aliases: []string{"date_diff"}, Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the number of days from `start` to `end`.", fn.Params("end", "start"), "SELECT datediff('2009-07-31', '2009-07-30')", "1"),
	Bind: fn.Fixed(types.Integer, fn.Map2(types.Integer, func(end, start int32) int32 { return end - start }), dateClass, dateClass)}
