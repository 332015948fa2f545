package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

var dateClass, timestampClass, intClass = fn.Exact(types.Date), fn.Exact(types.Timestamp), fn.Exact(types.Integer)

// dateField binds a function from a date to an INT.
func dateField(f func(days int64) int32) fn.Binder {
	return fn.Fixed(types.Integer, fn.Map1(types.Integer, func(d int32) int32 { return f(int64(d)) }), dateClass)
}

// timeField binds a function from the microseconds of the day on the wall clock to an INT.
func timeField(f func(ofDay int64) int32) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		want := fn.AnyTimestamp
		if len(c.Args) == 1 && c.Args[0].Type().ID() == types.IDTime {
			want = fn.AnyTime
		}
		args, err := c.Take(1, 1, want)
		if err != nil {
			return nil, err
		}
		b := &fn.Bound{Args: args, Type: types.Integer, Nullable: args[0].Nullable()}
		if args[0].Type().ID() == types.IDTime {
			b.Kernel = fn.Map1(types.Integer, func(nanos int64) int32 { return f(nanos / 1000) })
			return b, nil
		}
		zone, err := zoneOf(c, args[0].Type())
		if err != nil {
			return nil, err
		}
		b.Kernel = fn.Map1(types.Integer, func(v int64) int32 {
			_, ofDay := datetime.Split(zone.ToLocal(v))
			return f(ofDay)
		})
		return b, nil
	}
}

// zoneOf is the session zone, or none for a timestamp without zone.
func zoneOf(c *fn.Call, t types.DataType) (*datetime.Zone, error) {
	if t.ID() == types.IDTimestampNTZ {
		return datetime.FixedZone("UTC", 0), nil
	}
	return c.Zone()
}
