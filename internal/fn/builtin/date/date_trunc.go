package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// DateTrunc cuts a timestamp.
var DateTrunc = fn.Function{Name: "date_trunc", Group: "datetime_funcs",
	Doc: fn.Describe("Returns the timestamp cut at a unit, from a year to a microsecond; NULL for another unit.", fn.Params("format:string", "timestamp"),
		"SELECT date_trunc('HOUR', '2015-03-05T09:32:05.359')", "2015-03-05 09:00:00"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		zone, err := c.Zone()
		if err != nil {
			return nil, err
		}
		return fn.FixedNullable(types.Timestamp, fn.Try2(types.Timestamp, func(unit string, v int64) (int64, bool, error) {
			l := levelOf(unit)
			if l == none {
				return 0, false, nil
			}
			r, ok := truncateTimestamp(v, l, zone)
			return r, ok, nil
		}), fn.AnyString, timestampClass)(c)
	}}
