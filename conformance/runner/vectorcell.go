package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
)

// vectorText is a value in the encoding of oracle/functions/README.md, as one text; maps are sorted, since their order is free.
func vectorText(v any, t types.DataType) string {
	switch t := t.(type) {
	case types.ArrayType:
		if list, ok := v.([]any); ok {
			return list2text(list, func(int) types.DataType { return t.Element })
		}
	case types.StructType:
		if list, ok := v.([]any); ok {
			return list2text(list, func(i int) types.DataType { return t.Fields[i].Type })
		}
	case types.MapType:
		if m, ok := v.(types.MapValue); ok {
			pairs := make([]string, len(m.Keys))
			for i := range m.Keys {
				pairs[i] = "[" + vectorText(m.Keys[i], t.Key) + "," + vectorText(m.Values[i], t.Value) + "]"
			}
			slices.Sort(pairs)
			return "[" + strings.Join(pairs, ",") + "]"
		}
	case types.VariantType:
		if x, ok := v.(types.VariantValue); ok {
			return strings.ToLower("variant " + hex.EncodeToString(x.Value) + " " + hex.EncodeToString(x.Metadata))
		}
	}
	if v == nil {
		return "null"
	}
	return strconv.Quote(scalarText(v, t))
}

func list2text(list []any, element func(int) types.DataType) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = vectorText(x, element(i))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// recordedText is the recorded JSON of a value in the same form as vectorText. Doubles are read and compared by their bits.
func recordedText(v any, t types.DataType) string {
	switch t := t.(type) {
	case types.ArrayType:
		if list, ok := v.([]any); ok {
			return listOfRecorded(list, func(int) types.DataType { return t.Element })
		}
	case types.StructType:
		if list, ok := v.([]any); ok && len(list) == len(t.Fields) {
			return listOfRecorded(list, func(i int) types.DataType { return t.Fields[i].Type })
		}
	case types.MapType:
		if list, ok := v.([]any); ok {
			pairs := make([]string, len(list))
			for i, p := range list {
				if kv, ok := p.([]any); ok && len(kv) == 2 {
					pairs[i] = "[" + recordedText(kv[0], t.Key) + "," + recordedText(kv[1], t.Value) + "]"
				}
			}
			slices.Sort(pairs)
			return "[" + strings.Join(pairs, ",") + "]"
		}
	case types.VariantType:
		if m, ok := v.(map[string]any); ok {
			return strings.ToLower(fmt.Sprintf("variant %v %v", m["value"], m["metadata"]))
		}
	case types.GeometryType, types.GeographyType:
		if m, ok := v.(map[string]any); ok {
			return strconv.Quote(strings.ToLower(fmt.Sprint(m["wkb"])))
		}
	case types.FloatType:
		return recordedFloat(v, 32)
	case types.DoubleType:
		return recordedFloat(v, 64)
	}
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return strconv.Quote(v)
	}
	text, _ := json.Marshal(v)
	return string(text)
}

func listOfRecorded(list []any, element func(int) types.DataType) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = recordedText(x, element(i))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func recordedFloat(v any, bits int) string {
	text, ok := v.(string)
	if !ok {
		return "null"
	}
	f, err := strconv.ParseFloat(text, bits)
	if err != nil {
		return strconv.Quote(text)
	}
	return strconv.Quote(floatBits(f, bits))
}

// floatBits shows a double so that different bits show differently; all NaN are one.
func floatBits(f float64, bits int) string {
	if math.IsNaN(f) {
		return "NaN"
	}
	return strconv.FormatFloat(f, 'g', -1, bits)
}

// scalarText is the text of a scalar.
func scalarText(v any, t types.DataType) string {
	switch x := v.(type) {
	case bool:
		return strconv.FormatBool(x)
	case int8:
		return strconv.Itoa(int(x))
	case int16:
		return strconv.Itoa(int(x))
	case int32:
		switch t := t.(type) {
		case types.DateType:
			return dateText(int64(x))
		case types.YearMonthIntervalType:
			return types.YearMonthInterval{Months: x, Type: t}.String()
		}
		return strconv.Itoa(int(x))
	case int64:
		switch t := t.(type) {
		case types.TimestampType:
			return timestampText(x) + "Z"
		case types.TimestampNTZType:
			return timestampText(x)
		case types.TimeType:
			return timeText(x)
		case types.DayTimeIntervalType:
			return types.DayTimeInterval{Micros: x, Type: t}.String()
		}
		return strconv.FormatInt(x, 10)
	case float32:
		return floatBits(float64(x), 32)
	case float64:
		return floatBits(x, 64)
	case types.Decimal:
		return x.String()
	case string:
		return replaceInvalid(x)
	case []byte:
		if t.ID() == types.IDBinary {
			return strings.ToUpper(hex.EncodeToString(x))
		}
		return hex.EncodeToString(x)
	case types.CalendarIntervalValue:
		return x.String()
	}
	return fmt.Sprintf("%v (%T)", v, v)
}

func yearText(y int) string {
	switch {
	case y > 9999:
		return fmt.Sprintf("+%d", y)
	case y < 0:
		return fmt.Sprintf("-%04d", -y)
	}
	return fmt.Sprintf("%04d", y)
}

func dateText(days int64) string {
	d := time.Unix(days*86400, 0).UTC()
	return yearText(d.Year()) + d.Format("-01-02")
}

func timestampText(micros int64) string {
	d := time.UnixMicro(micros).UTC()
	return yearText(d.Year()) + d.Format("-01-02T15:04:05.000000")
}

// timeText has a fraction only when there is one.
func timeText(nanos int64) string {
	d := time.Unix(0, nanos).UTC()
	return d.Format("15:04:05.999999999")
}

// replaceInvalid puts U+FFFD for each maximal part of an ill-formed sequence, as Java's decoder does (Unicode 3.9, D93b).
func replaceInvalid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			n = illFormed(s)
			b.WriteRune(utf8.RuneError)
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// illFormed is the length of the longest prefix that starts a well-formed sequence, at least 1.
func illFormed(s string) int {
	for n := min(3, len(s)); n > 1; n-- {
		for _, tail := range []string{"\x80", "\x80\x80", "\xbf", "\xbf\xbf", "\x90\x80"} {
			if r, size := utf8.DecodeRuneInString(s[:n] + tail); r != utf8.RuneError && size > n {
				return n
			}
		}
	}
	return 1
}
