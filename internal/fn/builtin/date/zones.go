package date

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// inZone binds from_utc_timestamp and to_utc_timestamp.
func inZone(move func(v int64, zone *datetime.Zone) (int64, bool)) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		cache := &fn.Cache[*datetime.Zone]{}
		return fn.Fixed(types.Timestamp, fn.Try2(types.Timestamp, func(v int64, name string) (int64, bool, error) {
			zone, err := cache.Get(name, datetime.LoadZone)
			if err != nil {
				return 0, false, err
			}
			r, ok := move(v, zone)
			if !ok {
				return 0, false, sparkerr.New("DATETIME_OVERFLOW", "operation", "long overflow")
			}
			return r, true, nil
		}), timestampClass, fn.AnyString)(c)
	}
}
