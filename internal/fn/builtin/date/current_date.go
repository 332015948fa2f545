package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// CurrentDate is the day on which the query began.
var CurrentDate = fn.Function{Name: "current_date", Aliases: []string{"curdate"}, Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the date at the start of the query, in the session time zone.", nil),
	Bind: constantNow(types.Date, func(now int64, zone *datetime.Zone) any { d, _ := datetime.Split(zone.ToLocal(now)); return int32(d) })}
