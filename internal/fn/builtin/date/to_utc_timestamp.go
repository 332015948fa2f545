package date

import (
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// ToUTCTimestamp shifts from a zone to UTC.
var ToUTCTimestamp = fn.Function{Name: "to_utc_timestamp", Group: "datetime_funcs",
	Doc:  fn.Describe("Takes a timestamp as a wall clock in the zone and returns the wall clock in UTC.", fn.Params("timestamp", "tz"), "SELECT to_utc_timestamp('2016-08-31', 'Asia/Seoul')", "2016-08-30 15:00:00"),
	Bind: inZone(func(v int64, zone *datetime.Zone) (int64, bool) { return zone.ToInstant(v) })}
