package analyze

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn/cast"
)

// valueSQL prints a value that is not text.
func valueSQL(v any, t types.DataType, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	switch t := t.(type) {
	case types.FloatType:
		return cast.FloatText(float64(v.(float32)), 32)
	case types.DoubleType:
		return cast.FloatText(v.(float64), 64)
	case types.DateType:
		return "DATE '" + dateText(int64(v.(int32))) + "'"
	case types.TimestampType:
		return "TIMESTAMP '" + timestampText(time.UnixMicro(v.(int64)).In(zone)) + "'"
	case types.TimestampNTZType:
		return "TIMESTAMP_NTZ '" + timestampText(time.UnixMicro(v.(int64)).UTC()) + "'"
	case types.TimeType:
		return "TIME '" + timeText(v.(int64)) + "'"
	case types.YearMonthIntervalType:
		return types.YearMonthInterval{Months: v.(int32), Type: t}.String()
	case types.DayTimeIntervalType:
		return types.DayTimeInterval{Micros: v.(int64), Type: t}.String()
	}
	switch v := v.(type) {
	case bool:
		return strconv.FormatBool(v)
	case types.CalendarIntervalValue:
		return "INTERVAL '" + v.String() + "'"
	case []any:
		return nestedSQL(v, t, zone)
	case types.MapValue:
		return mapSQL(v, t, zone)
	}
	return fmt.Sprint(v)
}

func element(v any, t types.DataType, zone *time.Location) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case string:
		return "'" + strings.ReplaceAll(v, "'", `\\'`) + "'"
	case []byte:
		return "X'" + strings.ToUpper(hex.EncodeToString(v)) + "'"
	}
	return valueSQL(v, t, zone)
}

func nestedSQL(v []any, t types.DataType, zone *time.Location) string {
	var parts []string
	switch t := t.(type) {
	case types.ArrayType:
		for _, e := range v {
			parts = append(parts, element(e, t.Element, zone))
		}
		return "ARRAY(" + strings.Join(parts, ", ") + ")"
	case types.StructType:
		for i, f := range t.Fields {
			parts = append(parts, "'"+f.Name+"'", element(v[i], f.Type, zone))
		}
		return "NAMED_STRUCT(" + strings.Join(parts, ", ") + ")"
	}
	return fmt.Sprint(v)
}

func mapSQL(v types.MapValue, t types.DataType, zone *time.Location) string {
	m, ok := t.(types.MapType)
	if !ok {
		return fmt.Sprint(v)
	}
	var parts []string
	for i := range v.Keys {
		parts = append(parts, element(v.Keys[i], m.Key, zone), element(v.Values[i], m.Value, zone))
	}
	return "MAP(" + strings.Join(parts, ", ") + ")"
}

func dateText(days int64) string {
	t := time.Unix(days*86_400, 0).UTC()
	return yearText(t) + t.Format("-01-02")
}

func yearText(t time.Time) string {
	y := t.Year()
	switch {
	case y > 9999:
		return "+" + strconv.Itoa(y)
	case y < 0:
		return fmt.Sprintf("-%04d", -y)
	}
	return fmt.Sprintf("%04d", y)
}

func timestampText(t time.Time) string {
	return yearText(t) + t.Format("-01-02 15:04:05.999999")
}

func timeText(nanos int64) string {
	return time.Unix(0, nanos).UTC().Format("15:04:05.999999")
}
