package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// FromUTCTimestamp shifts from UTC to a zone.
var FromUTCTimestamp = fn.Function{Name: "from_utc_timestamp", Group: "datetime_funcs",
	Doc:  fn.Describe("Takes a timestamp as a wall clock in UTC and returns the wall clock in the zone.", fn.Params("timestamp", "tz"), "SELECT from_utc_timestamp('2016-08-31', 'Asia/Seoul')", "2016-08-31 09:00:00"),
	Bind: inZone(func(v int64, zone *datetime.Zone) (int64, bool) { return zone.ToLocal(v), true })}
