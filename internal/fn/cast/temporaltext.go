package cast

import (
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

func (k *caster) temporalFromText() (fn.Kernel, error) {
	switch t := k.to.(type) {
	case types.DateType:
		return readText(k, func(s string) (int32, bool) { return ParseDate(s, k.zone) }), nil
	case types.TimestampType:
		return readText(k, func(s string) (int64, bool) { return datetime.ParseTimestamp(s, k.zone, Today(k.zone)) }), nil
	case types.TimestampNTZType:
		return readText(k, datetime.ParseTimestampNTZ), nil
	case types.TimeType:
		return readText(k, func(s string) (int64, bool) {
			nanos, ok := datetime.ParseTime(s)
			return truncateTime(nanos, t.Precision), ok
		}), nil
	}
	return k.intervalFromText()
}

// Today is the day in a zone, which CAST gives to a time without date.
func Today(zone *datetime.Zone) int64 {
	days, _ := datetime.Split(zone.ToLocal(time.Now().UnixMicro()))
	return days
}

// ParseDate reads a date as CAST does.
func ParseDate(s string, _ *datetime.Zone) (int32, bool) { return datetime.ParseDate(datetime.Trim(s)) }

func appendTemporal(t types.DataType, zone *datetime.Zone) (Appender, error) {
	switch t.ID() {
	case types.IDDate:
		return func(dst []byte, v *vec.Vector, i int) []byte {
			return datetime.AppendDate(dst, vec.Values[int32](v)[i])
		}, nil
	case types.IDTimestamp:
		return func(dst []byte, v *vec.Vector, i int) []byte {
			return datetime.AppendTimestamp(dst, vec.Values[int64](v)[i], zone)
		}, nil
	case types.IDTimestampNTZ:
		return func(dst []byte, v *vec.Vector, i int) []byte {
			return datetime.AppendTimestampNTZ(dst, vec.Values[int64](v)[i])
		}, nil
	case types.IDTime:
		return func(dst []byte, v *vec.Vector, i int) []byte {
			return datetime.AppendTime(dst, vec.Values[int64](v)[i])
		}, nil
	}
	return nil, unsupportedText(t)
}

func timestampLiteral(micros int64, zone *datetime.Zone) string {
	return "TIMESTAMP '" + string(datetime.AppendTimestamp(nil, micros, zone)) + "'"
}
