package textio

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/vec"
)

// appendScalar appends the text of a value that is not null, as both formats write it; ok is false for types with forms of their own.
func (t *timeFormats) appendScalar(b []byte, v *vec.Vector, i int) (text []byte, ok bool) {
	switch kind := v.Type.(type) {
	case types.ByteType:
		return strconv.AppendInt(b, int64(vec.At[int8](v, i)), 10), true
	case types.ShortType:
		return strconv.AppendInt(b, int64(vec.At[int16](v, i)), 10), true
	case types.IntegerType:
		return strconv.AppendInt(b, int64(vec.At[int32](v, i)), 10), true
	case types.LongType:
		return strconv.AppendInt(b, vec.At[int64](v, i), 10), true
	case types.BooleanType:
		return strconv.AppendBool(b, vec.At[bool](v, i)), true
	case types.FloatType:
		return types.AppendFloat(b, float64(vec.At[float32](v, i)), 32), true
	case types.DoubleType:
		return types.AppendFloat(b, vec.At[float64](v, i), 64), true
	case types.DateType:
		return orDefault(t.date.AppendDate(b, vec.At[int32](v, i))), true
	case types.TimestampType:
		return orDefault(t.timestamp.AppendTimestamp(b, vec.At[int64](v, i), t.zone)), true
	case types.TimestampNTZType:
		return orDefault(t.ntz.AppendTimestamp(b, vec.At[int64](v, i), datetime.UTC)), true
	case types.TimeType:
		return datetime.AppendTime(b, vec.At[int64](v, i)), true
	case types.YearMonthIntervalType:
		return types.YearMonthInterval{Months: vec.At[int32](v, i), Type: kind}.AppendText(b), true
	case types.DayTimeIntervalType:
		return types.DayTimeInterval{Micros: vec.At[int64](v, i), Type: kind}.AppendText(b), true
	}
	return b, false
}

// orDefault takes what a pattern wrote; a year that does not fit its pattern leaves nothing, which no default pattern can cause.
func orDefault(b []byte, _ bool) []byte { return b }

// appendJavaDecimal appends BigDecimal.toString: plain digits unless the value is so small that Java takes an exponent.
func appendJavaDecimal(b []byte, v types.Int128, scale int) []byte {
	digits := v.Abs().String()
	exponent := len(digits) - 1 - scale
	if scale >= 0 && exponent >= -6 {
		return types.AppendDecimal(b, v, scale)
	}
	if v.Sign() < 0 {
		b = append(b, '-')
	}
	b = append(b, digits[0])
	if len(digits) > 1 {
		b = append(append(b, '.'), digits[1:]...)
	}
	b = append(b, 'E')
	if exponent >= 0 {
		b = append(b, '+')
	}
	return strconv.AppendInt(b, int64(exponent), 10)
}
