package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// LocalTimestamp is the wall clock at which the query began.
var LocalTimestamp = fn.Function{Name: "localtimestamp", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the wall-clock time at the start of the query, without time zone.", nil),
	Bind: constantNow(types.TimestampNTZ, func(now int64, zone *datetime.Zone) any { return zone.ToLocal(now) })}
