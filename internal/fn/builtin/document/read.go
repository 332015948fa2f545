package document

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn/cast"
	"github.com/flintlake/flintlake/internal/vec"
)

// reader turns decoded JSON into values of a type, as Spark's JacksonParser does.
type reader struct {
	zone            *datetime.Zone
	date, timestamp *datetime.Pattern
}

func (r *reader) formats(o map[string]string) (err error) {
	if p := o["dateformat"]; p != "" {
		if r.date, err = datetime.Compile(p, datetime.Parsing); err != nil {
			return err
		}
	}
	if p := o["timestampformat"]; p != "" {
		r.timestamp, err = datetime.Compile(p, datetime.Parsing)
	}
	return err
}

// put appends v as a value of t; ok is false when it is none, and null is appended.
func (r *reader) put(out *vec.Builder, v any, t types.DataType) (ok bool) {
	if v == nil {
		out.Null()
		return true
	}
	switch t := t.(type) {
	case types.StructType:
		o, is := v.(*object)
		if !is {
			out.Null()
			return false
		}
		ok = true
		for i, f := range t.Fields {
			e, _ := o.last(f.Name)
			ok = r.put(out.Child(i), e, f.Type) && ok
		}
		out.EndStruct()
		return ok
	case types.ArrayType:
		list, is := v.([]any)
		if !is {
			out.Null()
			return false
		}
		ok = true
		for _, e := range list {
			ok = r.put(out.Child(0), e, t.Element) && ok
		}
		out.EndList()
		return ok
	case types.MapType:
		o, is := v.(*object)
		if !is {
			out.Null()
			return false
		}
		ok = true
		for i, k := range o.keys {
			ok = r.put(out.Child(0), k, t.Key) && r.put(out.Child(1), o.values[i], t.Value) && ok
		}
		out.EndList()
		return ok
	}
	x, ok := r.atom(v, t)
	if !ok || out.Value(x) != nil {
		out.Null()
		return false
	}
	return true
}

// fits tells whether put would take v without loss.
func (r *reader) fits(v any, t types.DataType) bool {
	if v == nil {
		return true
	}
	ok := true
	switch t := t.(type) {
	case types.StructType:
		o, is := v.(*object)
		for i := 0; is && i < len(t.Fields); i++ {
			e, _ := o.last(t.Fields[i].Name)
			ok = ok && r.fits(e, t.Fields[i].Type)
		}
		return is && ok
	case types.ArrayType:
		list, is := v.([]any)
		for _, e := range list {
			ok = ok && r.fits(e, t.Element)
		}
		return is && ok
	case types.MapType:
		o, is := v.(*object)
		for i := 0; is && i < len(o.values); i++ {
			ok = ok && r.fits(o.values[i], t.Value)
		}
		return is && ok
	}
	_, ok = r.atom(v, t)
	return ok
}

// atom converts to the Go value of an atomic type.
func (r *reader) atom(v any, t types.DataType) (any, bool) {
	text, isText := v.(string)
	number, isNumber := v.(json.Number)
	switch t := t.(type) {
	case types.StringType, types.CharType, types.VarcharType:
		if isText {
			return text, true
		}
		return string(appendJSON(nil, v)), true
	case types.BooleanType:
		b, ok := v.(bool)
		return b, ok
	case types.ByteType:
		n, ok := integer(number, isNumber, 8)
		return int8(n), ok
	case types.ShortType:
		n, ok := integer(number, isNumber, 16)
		return int16(n), ok
	case types.IntegerType:
		n, ok := integer(number, isNumber, 32)
		return int32(n), ok
	case types.LongType:
		n, ok := integer(number, isNumber, 64)
		return n, ok
	case types.FloatType:
		f, ok := floating(number, isNumber, text, 32)
		return float32(f), ok
	case types.DoubleType:
		return floating(number, isNumber, text, 64)
	case types.DecimalType:
		if isText {
			number, isNumber = json.Number(text), true
		}
		d, _, fits := types.ParseDecimal(string(number), t.Precision, t.Scale)
		return types.Decimal{Unscaled: d, Precision: t.Precision, Scale: t.Scale}, isNumber && fits
	case types.BinaryType:
		b, err := base64.StdEncoding.DecodeString(text)
		return b, isText && err == nil
	case types.DateType:
		if r.date != nil {
			d, ok := r.date.ParseDate(text)
			return d, isText && ok
		}
		d, ok := datetime.ParseDate(datetime.Trim(text))
		return d, isText && ok
	case types.TimestampType:
		if isNumber {
			n, err := number.Int64()
			return cast.SecondsToMicros(n), err == nil
		}
		if r.timestamp != nil {
			m, ok := r.timestamp.ParseTimestamp(text, r.zone)
			return m, isText && ok
		}
		m, ok := datetime.ParseTimestamp(text, r.zone, 0)
		return m, isText && ok
	case types.TimestampNTZType:
		m, ok := datetime.ParseTimestampNTZ(text)
		return m, isText && ok
	case types.YearMonthIntervalType:
		m, ok := cast.ParseYearMonth(text, t)
		return m, isText && ok
	case types.DayTimeIntervalType:
		m, ok := cast.ParseDayTime(text, t)
		return m, isText && ok
	}
	return nil, false
}

func integer(n json.Number, ok bool, bits int) (int64, bool) {
	v, err := strconv.ParseInt(string(n), 10, bits)
	return v, ok && err == nil
}

func floating(n json.Number, isNumber bool, text string, bits int) (float64, bool) {
	if isNumber {
		f, err := strconv.ParseFloat(string(n), bits)
		return f, err == nil || math.IsInf(f, 0)
	}
	switch text {
	case "NaN":
		return math.NaN(), true
	case "Infinity", "+Infinity", "+INF", "INF":
		return math.Inf(1), true
	case "-Infinity", "-INF":
		return math.Inf(-1), true
	}
	return 0, false
}
