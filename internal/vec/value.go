package vec

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
)

// ValueAt is row i of v as a Go value that owns its memory: nil for null, else what plan.Literal documents for the type.
func ValueAt(v *Vector, i int) any {
	if v.IsNull(i) {
		return nil
	}
	b, s := v.Base(), v.Slot(i)
	switch t := v.Type.(type) {
	case types.BooleanType:
		return Bools(b)[s]
	case types.ByteType:
		return Values[int8](b)[s]
	case types.ShortType:
		return Values[int16](b)[s]
	case types.IntegerType, types.DateType, types.YearMonthIntervalType:
		return Values[int32](b)[s]
	case types.LongType, types.TimestampType, types.TimestampNTZType, types.TimeType, types.DayTimeIntervalType:
		return Values[int64](b)[s]
	case types.FloatType:
		return Values[float32](b)[s]
	case types.DoubleType:
		return Values[float64](b)[s]
	case types.DecimalType:
		return types.Decimal{Unscaled: Values[types.Int128](b)[s], Precision: t.Precision, Scale: t.Scale}
	case types.StringType, types.CharType, types.VarcharType:
		return strings.Clone(Values[View](b)[s].Str())
	case types.CalendarIntervalType:
		c := Values[CalendarInterval](b)[s]
		return types.CalendarIntervalValue{Months: c.Months, Days: c.Days, Micros: c.Micros}
	case types.ArrayType:
		return spanValues(b.Children[0], Values[Span](b)[s])
	case types.MapType:
		span := Values[Span](b)[s]
		return types.MapValue{Keys: spanValues(b.Children[0], span), Values: spanValues(b.Children[1], span)}
	case types.StructType:
		out := make([]any, len(b.Children))
		for k, c := range b.Children {
			out[k] = ValueAt(c, s)
		}
		return out
	case types.VariantType:
		value, _ := ValueAt(b.Children[0], s).([]byte)
		metadata, _ := ValueAt(b.Children[1], s).([]byte)
		return types.VariantValue{Value: value, Metadata: metadata}
	}
	return append([]byte{}, Values[View](b)[s].Bytes()...) // binary, geometry, geography
}

func spanValues(v *Vector, s Span) []any {
	out := make([]any, s.Size)
	for k := range out {
		out[k] = ValueAt(v, int(s.Offset)+k)
	}
	return out
}

// Value appends a Go value as plan.Literal documents it, nil for null. Another Go type than the builder's is an INTERNAL_ERROR, and
// nothing is appended.
func (b *Builder) Value(value any) error {
	ok := true
	switch x := value.(type) {
	case nil:
		b.Null()
	case bool:
		ok = put(b, x, types.IDBoolean)
	case int8:
		ok = put(b, x, types.IDByte)
	case int16:
		ok = put(b, x, types.IDShort)
	case int32:
		ok = put(b, x, types.IDInteger, types.IDDate, types.IDYearMonthInterval)
	case int64:
		ok = put(b, x, types.IDLong, types.IDTimestamp, types.IDTimestampNTZ, types.IDTime, types.IDDayTimeInterval)
	case float32:
		ok = put(b, x, types.IDFloat)
	case float64:
		ok = put(b, x, types.IDDouble)
	case types.Decimal:
		ok = b.decimal(x)
	case string:
		if ok = types.IsString(b.typ); ok {
			b.TextString(x)
		}
	case []byte:
		if ok = b.width == 16 && b.typ.ID() != types.IDDecimal && b.typ.ID() != types.IDCalendarInterval; ok {
			b.Text(x)
		}
	case types.CalendarIntervalValue:
		ok = put(b, CalendarInterval{x.Months, x.Days, x.Micros}, types.IDCalendarInterval)
	case types.VariantValue:
		if ok = b.typ.ID() == types.IDVariant; ok {
			b.children[0].Text(x.Value)
			b.children[1].Text(x.Metadata)
			b.EndStruct()
		}
	case []any:
		return b.values(x)
	case types.MapValue:
		if ok = b.typ.ID() == types.IDMap; ok {
			return b.mapValue(x)
		}
	default:
		ok = false
	}
	if !ok {
		return b.misfit(value)
	}
	return nil
}

func (b *Builder) misfit(value any) error {
	return sparkerr.Internal("a Go value of type %T is not a %s", value, b.typ.SimpleString())
}

func put[T any](b *Builder, v T, ids ...types.ID) bool {
	for _, id := range ids {
		if b.typ.ID() == id {
			Put(b, v)
			return true
		}
	}
	return false
}

func (b *Builder) decimal(d types.Decimal) bool {
	t, ok := b.typ.(types.DecimalType)
	if !ok {
		return false
	}
	v, fits := d.Unscaled.RescaleFits(d.Scale, t.Scale, t.Precision)
	if fits {
		Put(b, v)
	}
	return fits
}

func (b *Builder) values(list []any) error {
	switch b.typ.ID() {
	case types.IDArray:
		for _, x := range list {
			if err := b.children[0].Value(x); err != nil {
				return err
			}
		}
		b.EndList()
		return nil
	case types.IDStruct:
		if len(list) != len(b.children) {
			return b.misfit(list)
		}
		for i, x := range list {
			if err := b.children[i].Value(x); err != nil {
				return err
			}
		}
		b.EndStruct()
		return nil
	}
	return b.misfit(list)
}

func (b *Builder) mapValue(m types.MapValue) error {
	for i := range m.Keys {
		if err := b.children[0].Value(m.Keys[i]); err != nil {
			return err
		}
		if err := b.children[1].Value(m.Values[i]); err != nil {
			return err
		}
	}
	b.EndList()
	return nil
}

// FromValues is a flat vector of Go values (see Builder.Value).
func FromValues(r *Arena, t types.DataType, values []any) (*Vector, error) {
	b := NewBuilder(r, t)
	for _, x := range values {
		if err := b.Value(x); err != nil {
			return nil, err
		}
	}
	return b.Finish(), nil
}

// FromLiteral is a constant of n rows of one Go value.
func FromLiteral(r *Arena, t types.DataType, value any, n int) (*Vector, error) {
	if value == nil {
		return NullVector(r, t, n), nil
	}
	v, err := FromValues(r, t, []any{value})
	if err != nil {
		return nil, err
	}
	return AsConstant(r, v, 0, n), nil
}
