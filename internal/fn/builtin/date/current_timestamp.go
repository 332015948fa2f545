package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// CurrentTimestamp is the moment at which the query began.
var CurrentTimestamp = fn.Function{Name: "current_timestamp", Aliases: []string{"now"}, Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the timestamp at the start of the query.", nil),
	Bind: constantNow(types.Timestamp, func(now int64, _ *datetime.Zone) any { return now })}
