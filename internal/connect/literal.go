package connect

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
	pb "github.com/flintlake/flintlake/proto"
)

// literal converts a constant.
func (d *decoder) literal(m *pb.Expression_Literal, o plan.Origin) *plan.Literal {
	var given types.DataType
	if m.GetDataType() != nil {
		given = d.dataType(m.GetDataType())
	}
	t, v := d.value(m, given)
	return &plan.Literal{Type: t, Value: v, Origin: o}
}

// value gives type and Go value. given is the type that the message or the literal around it says, or nil.
func (d *decoder) value(m *pb.Expression_Literal, given types.DataType) (types.DataType, any) {
	d.enter()
	defer d.leave()
	switch k := m.GetLiteralType().(type) {
	case *pb.Expression_Literal_Null:
		if k.Null.GetKind() == nil && given != nil {
			return given, nil
		}
		return d.dataType(k.Null), nil
	case *pb.Expression_Literal_Binary:
		return types.Binary, k.Binary
	case *pb.Expression_Literal_Boolean:
		return types.Boolean, k.Boolean
	case *pb.Expression_Literal_Byte:
		return types.Byte, int8(inRange(k.Byte, -1<<7, 1<<7-1))
	case *pb.Expression_Literal_Short:
		return types.Short, int16(inRange(k.Short, -1<<15, 1<<15-1))
	case *pb.Expression_Literal_Integer:
		return types.Integer, k.Integer
	case *pb.Expression_Literal_Long:
		return types.Long, k.Long
	case *pb.Expression_Literal_Float:
		return types.Float, k.Float
	case *pb.Expression_Literal_Double:
		return types.Double, k.Double
	case *pb.Expression_Literal_String_:
		if s, ok := given.(types.StringType); ok {
			return s, k.String_
		}
		return types.String, k.String_
	case *pb.Expression_Literal_Decimal_:
		return decimal(k.Decimal)
	case nil:
		fail(notSet("spark.connect.Expression.Literal", "literal_type"))
	}
	return d.otherValue(m, given)
}

// otherValue converts times, intervals and nested values.
func (d *decoder) otherValue(m *pb.Expression_Literal, given types.DataType) (types.DataType, any) {
	switch k := m.GetLiteralType().(type) {
	case *pb.Expression_Literal_Date:
		return types.Date, k.Date
	case *pb.Expression_Literal_Timestamp:
		return types.Timestamp, k.Timestamp
	case *pb.Expression_Literal_TimestampNtz:
		return types.TimestampNTZ, k.TimestampNtz
	case *pb.Expression_Literal_Time_:
		precision := 6
		if k.Time.Precision != nil {
			precision = int(k.Time.GetPrecision())
		}
		return types.TimeType{Precision: precision}, k.Time.GetNano()
	case *pb.Expression_Literal_CalendarInterval_:
		c := k.CalendarInterval
		return types.CalendarInterval, types.CalendarIntervalValue{Months: c.GetMonths(), Days: c.GetDays(), Micros: c.GetMicroseconds()}
	case *pb.Expression_Literal_YearMonthInterval:
		if t, ok := given.(types.YearMonthIntervalType); ok {
			return t, k.YearMonthInterval
		}
		return types.YearMonthIntervalType{Start: types.YearField, End: types.MonthField}, k.YearMonthInterval
	case *pb.Expression_Literal_DayTimeInterval:
		if t, ok := given.(types.DayTimeIntervalType); ok {
			return t, k.DayTimeInterval
		}
		return types.DayTimeIntervalType{Start: types.DayField, End: types.SecondField}, k.DayTimeInterval
	case *pb.Expression_Literal_Array_:
		return d.array(k.Array, given)
	case *pb.Expression_Literal_Map_:
		return d.mapValue(k.Map, given)
	case *pb.Expression_Literal_Struct_:
		return d.structValue(k.Struct, given)
	case *pb.Expression_Literal_SpecializedArray_:
		return specialized(k.SpecializedArray, given)
	}
	fail(sparkerr.Internal("literal message %T", m.GetLiteralType()))
	return nil, nil
}

func inRange(v, low, high int32) int32 {
	if v < low || v > high {
		fail(invalid("ASSERTION_FAILURE", "message", itoa(int(v))+" does not fit the type of the literal"))
	}
	return v
}

// decimal takes the larger precision and scale of the message and of the digits, as Spark's server does: PySpark sends
// decimal(10,0) for every decimal.
func decimal(m *pb.Expression_Literal_Decimal) (types.DataType, any) {
	text := strings.TrimSpace(m.GetValue())
	precision, scale, ok := types.DecimalSizes(text)
	if ok && m.Precision != nil {
		precision = max(precision, int(m.GetPrecision()))
	}
	if ok && m.Scale != nil {
		scale = max(scale, int(m.GetScale()))
	}
	precision = max(precision, scale)
	if !ok {
		fail(invalid("ASSERTION_FAILURE", "message", "not a decimal: "+text))
	}
	t := must(types.NewDecimal(precision, scale))
	v, valid, fits := types.ParseDecimal(text, t.Precision, t.Scale)
	if !valid || !fits {
		fail(invalid("ASSERTION_FAILURE", "message", text+" is no "+t.SimpleString()))
	}
	return t, types.Decimal{Unscaled: v, Precision: t.Precision, Scale: t.Scale}
}

// array converts the elements; the type is the one given, the deprecated one of the message, or that of the elements.
func (d *decoder) array(m *pb.Expression_Literal_Array, given types.DataType) (types.DataType, any) {
	t, known := given.(types.ArrayType)
	if !known && m.GetElementType() != nil {
		t, known = types.ArrayType{Element: d.dataType(m.GetElementType()), ContainsNull: true}, true
	}
	values, element, nulls := d.elements(m.GetElements(), t.Element)
	if !known {
		if element == nil {
			fail(invalid("ARRAY_LITERAL_MISSING_DATA_TYPE"))
		}
		t = types.ArrayType{Element: element, ContainsNull: nulls}
	}
	return t, values
}

// elements converts the values of an array; their common type is that of the first that is not null.
func (d *decoder) elements(ms []*pb.Expression_Literal, element types.DataType) (values []any, t types.DataType, nulls bool) {
	values, t = make([]any, len(ms)), element
	for i, e := range ms {
		et, v := d.value(e, typeOr(e, d, element))
		values[i] = v
		nulls = nulls || v == nil
		if t == nil || t == types.DataType(types.Null) {
			t = et
		}
	}
	return values, t, nulls
}

// typeOr is the type that a nested literal says itself, or the one of its container.
func typeOr(m *pb.Expression_Literal, d *decoder, outer types.DataType) types.DataType {
	if m.GetDataType() != nil {
		return d.dataType(m.GetDataType())
	}
	return outer
}

func (d *decoder) mapValue(m *pb.Expression_Literal_Map, given types.DataType) (types.DataType, any) {
	if len(m.GetKeys()) != len(m.GetValues()) {
		fail(invalid("ASSERTION_FAILURE", "message", "a map literal has "+itoa(len(m.GetKeys()))+" keys and "+itoa(len(m.GetValues()))+" values"))
	}
	t, known := given.(types.MapType)
	if !known && m.GetKeyType() != nil && m.GetValueType() != nil {
		t, known = types.MapType{Key: d.dataType(m.GetKeyType()), Value: d.dataType(m.GetValueType()), ValueContainsNull: true}, true
	}
	keys, key, _ := d.elements(m.GetKeys(), t.Key)
	values, value, nulls := d.elements(m.GetValues(), t.Value)
	if !known {
		if key == nil || value == nil {
			fail(invalid("MAP_LITERAL_MISSING_DATA_TYPE"))
		}
		t = types.MapType{Key: key, Value: value, ValueContainsNull: nulls}
	}
	return t, types.MapValue{Keys: keys, Values: values}
}

func (d *decoder) structValue(m *pb.Expression_Literal_Struct, given types.DataType) (types.DataType, any) {
	t, known := given.(types.StructType)
	if !known && m.GetStructType() != nil {
		t, known = d.structOf(m.GetStructType()), true
	}
	if !known {
		fail(invalid("STRUCT_LITERAL_MISSING_DATA_TYPE"))
	}
	if len(t.Fields) != len(m.GetElements()) {
		fail(invalid("ASSERTION_FAILURE", "message", "a struct literal has "+itoa(len(m.GetElements()))+" values for "+itoa(len(t.Fields))+" fields"))
	}
	values := make([]any, len(t.Fields))
	for i, e := range m.GetElements() {
		_, values[i] = d.value(e, t.Fields[i].Type)
	}
	return t, values
}

// specialized converts arrays of one primitive type without nulls.
func specialized(m *pb.Expression_Literal_SpecializedArray, given types.DataType) (types.DataType, any) {
	var element types.DataType
	var values []any
	switch k := m.GetValueType().(type) {
	case *pb.Expression_Literal_SpecializedArray_Bools:
		element, values = types.Boolean, boxed(k.Bools.GetValues())
	case *pb.Expression_Literal_SpecializedArray_Ints:
		element, values = types.Integer, boxed(k.Ints.GetValues())
	case *pb.Expression_Literal_SpecializedArray_Longs:
		element, values = types.Long, boxed(k.Longs.GetValues())
	case *pb.Expression_Literal_SpecializedArray_Floats:
		element, values = types.Float, boxed(k.Floats.GetValues())
	case *pb.Expression_Literal_SpecializedArray_Doubles:
		element, values = types.Double, boxed(k.Doubles.GetValues())
	case *pb.Expression_Literal_SpecializedArray_Strings:
		element, values = types.String, boxed(k.Strings.GetValues())
	default:
		fail(notSet("spark.connect.Expression.Literal.SpecializedArray", "value_type"))
	}
	t, known := given.(types.ArrayType)
	if !known {
		t = types.ArrayType{Element: element}
	}
	for i, v := range values {
		values[i] = narrowed(v, t.Element)
	}
	return t, values
}

// narrowed makes an element of an integer array the Go type of its element type.
func narrowed(v any, t types.DataType) any {
	n, ok := v.(int32)
	switch {
	case ok && t.ID() == types.IDByte:
		return int8(inRange(n, -1<<7, 1<<7-1))
	case ok && t.ID() == types.IDShort:
		return int16(inRange(n, -1<<15, 1<<15-1))
	}
	return v
}

func boxed[T any](in []T) []any {
	out := make([]any, len(in))
	for i, v := range in {
		out[i] = v
	}
	return out
}
