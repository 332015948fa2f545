package cast

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Appender appends the text of slot i of a flat or constant vector, which is not null, to dst.
type Appender func(dst []byte, v *vec.Vector, i int) []byte

// toText lifts the appender of the source type.
func (k *caster) toText() (fn.Kernel, error) {
	app, err := NewAppender(k.from, k.zone, k.mode == expr.Legacy)
	if err != nil {
		return nil, err
	}
	return fn.Lift(k.to, func(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		v := args[0]
		if v.Form == vec.Constant {
			n, sel = 1, nil
		}
		out := vec.AllocOf[vec.View](c.Arena, n)
		clear(out)
		var scratch []byte
		for _, i := range vec.SelOrAll(sel, n) {
			if v.IsNull(int(i)) {
				continue
			}
			scratch = app(scratch[:0], v, int(i))
			out[i] = c.View(scratch)
		}
		r := vec.FlatVector(k.to, out, v.Valid)
		if v.Form == vec.Constant {
			return vec.AsConstant(c.Arena, r, 0, args[0].Len), nil
		}
		return r, nil
	}), nil
}

// NewAppender gives the text form of a type as CAST(… AS STRING) prints it; plain decimals become scientific in legacy mode.
func NewAppender(t types.DataType, zone *datetime.Zone, legacy bool) (Appender, error) {
	switch t := t.(type) {
	case types.BooleanType:
		return func(dst []byte, v *vec.Vector, i int) []byte { return strconv.AppendBool(dst, vec.Bools(v)[i]) }, nil
	case types.ByteType:
		return appendInt[int8], nil
	case types.ShortType:
		return appendInt[int16], nil
	case types.IntegerType:
		return appendInt[int32], nil
	case types.LongType:
		return appendInt[int64], nil
	case types.FloatType:
		return func(dst []byte, v *vec.Vector, i int) []byte {
			return AppendFloat(dst, float64(vec.Values[float32](v)[i]), 32)
		}, nil
	case types.DoubleType:
		return func(dst []byte, v *vec.Vector, i int) []byte { return AppendFloat(dst, vec.Values[float64](v)[i], 64) }, nil
	case types.DecimalType:
		return func(dst []byte, v *vec.Vector, i int) []byte {
			if legacy {
				return AppendDecimalScientific(dst, vec.Values[types.Int128](v)[i], t.Scale)
			}
			return types.AppendDecimal(dst, vec.Values[types.Int128](v)[i], t.Scale)
		}, nil
	case types.StringType, types.CharType, types.VarcharType, types.BinaryType:
		return func(dst []byte, v *vec.Vector, i int) []byte {
			return append(dst, vec.Values[vec.View](v)[i].Bytes()...)
		}, nil
	case types.YearMonthIntervalType:
		return func(dst []byte, v *vec.Vector, i int) []byte {
			return types.YearMonthInterval{Months: vec.Values[int32](v)[i], Type: t}.AppendText(dst)
		}, nil
	case types.DayTimeIntervalType:
		return func(dst []byte, v *vec.Vector, i int) []byte {
			return types.DayTimeInterval{Micros: vec.Values[int64](v)[i], Type: t}.AppendText(dst)
		}, nil
	case types.CalendarIntervalType:
		return func(dst []byte, v *vec.Vector, i int) []byte {
			c := vec.Values[vec.CalendarInterval](v)[i]
			return types.CalendarIntervalValue{Months: c.Months, Days: c.Days, Micros: c.Micros}.AppendText(dst)
		}, nil
	case types.NullType:
		return func(dst []byte, _ *vec.Vector, _ int) []byte { return append(dst, "null"...) }, nil
	case types.ArrayType:
		return appendArray(t, zone, legacy)
	case types.MapType:
		return appendMap(t, zone, legacy)
	case types.StructType:
		return appendStruct(t, zone, legacy)
	}
	return appendTemporal(t, zone)
}

func appendInt[T integer](dst []byte, v *vec.Vector, i int) []byte {
	return strconv.AppendInt(dst, int64(vec.Values[T](v)[i]), 10)
}

// appendOrNull appends row i of v in any form.
func appendOrNull(app Appender, dst []byte, v *vec.Vector, i int) []byte {
	if v.IsNull(i) {
		return append(dst, "null"...)
	}
	return app(dst, v.Base(), v.Slot(i))
}

func appendArray(t types.ArrayType, zone *datetime.Zone, legacy bool) (Appender, error) {
	element, err := NewAppender(t.Element, zone, legacy)
	return func(dst []byte, v *vec.Vector, i int) []byte {
		s := vec.Values[vec.Span](v)[i]
		dst = append(dst, '[')
		for j := range s.Size {
			if j > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendOrNull(element, dst, v.Children[0], int(s.Offset+j))
		}
		return append(dst, ']')
	}, err
}

func appendMap(t types.MapType, zone *datetime.Zone, legacy bool) (Appender, error) {
	key, err := NewAppender(t.Key, zone, legacy)
	if err != nil {
		return nil, err
	}
	value, err := NewAppender(t.Value, zone, legacy)
	return func(dst []byte, v *vec.Vector, i int) []byte {
		s := vec.Values[vec.Span](v)[i]
		dst = append(dst, '{')
		for j := range s.Size {
			if j > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendOrNull(key, dst, v.Children[0], int(s.Offset+j))
			dst = append(dst, " -> "...)
			dst = appendOrNull(value, dst, v.Children[1], int(s.Offset+j))
		}
		return append(dst, '}')
	}, err
}

func appendStruct(t types.StructType, zone *datetime.Zone, legacy bool) (Appender, error) {
	fields := make([]Appender, len(t.Fields))
	for i, f := range t.Fields {
		app, err := NewAppender(f.Type, zone, legacy)
		if err != nil {
			return nil, err
		}
		fields[i] = app
	}
	return func(dst []byte, v *vec.Vector, i int) []byte {
		dst = append(dst, '{')
		for j, app := range fields {
			if j > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendOrNull(app, dst, v.Children[j], i)
		}
		return append(dst, '}')
	}, nil
}

// AppendDecimalScientific is Java's BigDecimal.toString, which switches to an exponent for values below 1e-6.
func AppendDecimalScientific(dst []byte, v types.Int128, scale int) []byte {
	digits := v.Abs().String()
	adjusted := len(digits) - 1 - scale
	if scale >= 0 && adjusted >= -6 {
		return types.AppendDecimal(dst, v, scale)
	}
	if v.Sign() < 0 {
		dst = append(dst, '-')
	}
	dst = append(dst, digits[0])
	if len(digits) > 1 {
		dst = append(append(dst, '.'), digits[1:]...)
	}
	dst = append(dst, 'E')
	if adjusted >= 0 {
		dst = append(dst, '+')
	}
	return strconv.AppendInt(dst, int64(adjusted), 10)
}

func unsupportedText(t types.DataType) error {
	return sparkerr.Unsupported("CAST of " + t.SQL() + " to STRING")
}
