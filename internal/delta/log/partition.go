package log

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn/cast"
)

// ParsePartitionValue turns the text of a partition value into a Go value of type t (as vec.ValueAt gives them). Timestamps without a
// zone are in loc, the session's. A text that is not of the type is an error: the log is wrong, or the schema was changed under it.
func ParsePartitionValue(text string, null bool, t types.DataType, loc *time.Location) (any, error) {
	if null || text == "" {
		return nil, nil
	}
	if v, ok := parseScalar(text, t, loc); ok {
		return v, nil
	}
	return nil, sparkerr.New("DELTA_PARTITION_COLUMN_CAST_FAILED", "value", text, "dataType", t.SQL())
}

// parseScalar reads the text form that Delta uses for partition values and, for dates and times, in statistics.
func parseScalar(text string, t types.DataType, loc *time.Location) (any, bool) {
	switch t := t.(type) {
	case types.StringType, types.CharType, types.VarcharType:
		return text, true
	case types.BinaryType:
		return []byte(text), true
	case types.BooleanType:
		switch strings.ToLower(text) {
		case "true":
			return true, true
		case "false":
			return false, true
		}
	case types.ByteType:
		n, err := strconv.ParseInt(text, 10, 8)
		return int8(n), err == nil
	case types.ShortType:
		n, err := strconv.ParseInt(text, 10, 16)
		return int16(n), err == nil
	case types.IntegerType:
		n, err := strconv.ParseInt(text, 10, 32)
		return int32(n), err == nil
	case types.LongType:
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil
	case types.FloatType:
		f, err := strconv.ParseFloat(text, 32)
		return float32(f), err == nil || math.IsInf(f, 0)
	case types.DoubleType:
		f, err := strconv.ParseFloat(text, 64)
		return f, err == nil || math.IsInf(f, 0)
	case types.DecimalType:
		v, valid, fits := types.ParseDecimal(text, t.Precision, t.Scale)
		return types.Decimal{Unscaled: v, Precision: t.Precision, Scale: t.Scale}, valid && fits
	case types.DateType:
		d, rest, ok := parseDate(text)
		return d, ok && rest == "" || ok && (rest[0] == ' ' || rest[0] == 'T')
	case types.TimestampType:
		us, _, ok := parseTimestamp(text, loc)
		return us, ok
	case types.TimestampNTZType:
		us, _, ok := parseTimestamp(text, time.UTC)
		return us, ok
	case types.YearMonthIntervalType:
		return cast.ParseYearMonth(text, t)
	case types.DayTimeIntervalType:
		return cast.ParseDayTime(text, t)
	}
	return nil, false
}

// FormatPartitionValue is the text of a value in the log. Timestamps are written in UTC with a zone, as Delta 4 does, so that they
// mean the same in every session. The empty string is NULL, as everywhere in Delta.
func FormatPartitionValue(v any, t types.DataType) (text string, null bool) {
	if v != nil {
		text = formatScalar(v, t)
	}
	return text, text == ""
}

func formatScalar(v any, t types.DataType) string {
	switch v := v.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	case bool:
		return strconv.FormatBool(v)
	case int8:
		return strconv.FormatInt(int64(v), 10)
	case int16:
		return strconv.FormatInt(int64(v), 10)
	case int32:
		if t.ID() == types.IDDate {
			return formatDate(v)
		}
		if t, ok := t.(types.YearMonthIntervalType); ok {
			return types.YearMonthInterval{Months: v, Type: t}.String()
		}
		return strconv.FormatInt(int64(v), 10)
	case int64:
		switch t := t.(type) {
		case types.TimestampType:
			return formatTimestamp(v, "T", 6) + "Z"
		case types.TimestampNTZType:
			return trimFraction(formatTimestamp(v, " ", 6))
		case types.DayTimeIntervalType:
			return types.DayTimeInterval{Micros: v, Type: t}.String()
		}
		return strconv.FormatInt(v, 10)
	case float32:
		return javaFloat(float64(v), 32)
	case float64:
		return javaFloat(v, 64)
	case types.Decimal:
		return v.String()
	}
	return ""
}

// javaFloat is Double.toString: plain between 1E-3 and 1E7, else scientific, always with a fraction.
func javaFloat(f float64, bits int) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	if a := math.Abs(f); a == 0 || a >= 1e-3 && a < 1e7 {
		s := strconv.FormatFloat(f, 'f', -1, bits)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, bits), "e")
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	n, _ := strconv.Atoi(exponent)
	return mantissa + "E" + strconv.Itoa(n)
}
