package connect

import (
	"bytes"
	"encoding/json"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	pb "github.com/flintlake/flintlake/proto"
)

// dataType converts a type message.
func (d *decoder) dataType(m *pb.DataType) types.DataType {
	d.enter()
	defer d.leave()
	switch k := m.GetKind().(type) {
	case *pb.DataType_Null:
		return types.Null
	case *pb.DataType_Binary_:
		return types.Binary
	case *pb.DataType_Boolean_:
		return types.Boolean
	case *pb.DataType_Byte_:
		return types.Byte
	case *pb.DataType_Short_:
		return types.Short
	case *pb.DataType_Integer_:
		return types.Integer
	case *pb.DataType_Long_:
		return types.Long
	case *pb.DataType_Float_:
		return types.Float
	case *pb.DataType_Double_:
		return types.Double
	case *pb.DataType_Date_:
		return types.Date
	case *pb.DataType_Timestamp_:
		return types.Timestamp
	case *pb.DataType_TimestampNtz:
		return types.TimestampNTZ
	case *pb.DataType_CalendarInterval_:
		return types.CalendarInterval
	case *pb.DataType_Variant_:
		return types.Variant
	case *pb.DataType_Unparsed_:
		return must(types.ParseSchema(k.Unparsed.GetDataTypeString()))
	case *pb.DataType_Udt:
		failUnsupported("user-defined types")
	case nil:
		fail(notSet("spark.connect.DataType", "kind"))
	}
	return d.parametricType(m)
}

// parametricType converts the types that carry more than their kind.
func (d *decoder) parametricType(m *pb.DataType) types.DataType {
	switch k := m.GetKind().(type) {
	case *pb.DataType_Decimal_:
		precision, scale := 10, 0
		if k.Decimal.Precision != nil {
			precision = int(k.Decimal.GetPrecision())
		}
		if k.Decimal.Scale != nil {
			scale = int(k.Decimal.GetScale())
		}
		return must(types.NewDecimal(precision, scale))
	case *pb.DataType_String_:
		c := k.String_.GetCollation()
		if c == "UTF8_BINARY" {
			c = ""
		}
		return types.StringType{Collation: c}
	case *pb.DataType_Char_:
		return types.CharType{Length: int(k.Char.GetLength())}
	case *pb.DataType_VarChar_:
		return types.VarcharType{Length: int(k.VarChar.GetLength())}
	case *pb.DataType_Time_:
		precision := 6
		if k.Time.Precision != nil {
			precision = int(k.Time.GetPrecision())
		}
		return types.TimeType{Precision: precision}
	case *pb.DataType_YearMonthInterval_:
		start, end := fields(k.YearMonthInterval.StartField, k.YearMonthInterval.EndField, types.YearField, types.MonthField)
		return types.YearMonthIntervalType{Start: start, End: end}
	case *pb.DataType_DayTimeInterval_:
		start, end := fields(k.DayTimeInterval.StartField, k.DayTimeInterval.EndField, types.DayField, types.SecondField)
		return types.DayTimeIntervalType{Start: start, End: end}
	case *pb.DataType_Array_:
		element := required(k.Array.GetElementType(), "spark.connect.DataType.Array", "element_type")
		return types.ArrayType{Element: d.dataType(element), ContainsNull: k.Array.GetContainsNull()}
	case *pb.DataType_Map_:
		key := required(k.Map.GetKeyType(), "spark.connect.DataType.Map", "key_type")
		value := required(k.Map.GetValueType(), "spark.connect.DataType.Map", "value_type")
		return types.MapType{Key: d.dataType(key), Value: d.dataType(value), ValueContainsNull: k.Map.GetValueContainsNull()}
	case *pb.DataType_Struct_:
		return d.structType(k.Struct)
	case *pb.DataType_Geometry_:
		return types.GeometryType{SRID: int(k.Geometry.GetSrid())}
	case *pb.DataType_Geography_:
		return types.GeographyType{SRID: int(k.Geography.GetSrid())}
	}
	fail(sparkerr.Internal("data type message %T", m.GetKind()))
	return nil
}

// fields reads the range of an ANSI interval; with a start alone the range is that field.
func fields(start, end *int32, first, last types.IntervalField) (types.IntervalField, types.IntervalField) {
	read := func(f *int32) types.IntervalField {
		if *f < int32(first) || *f > int32(last) {
			fail(invalid("ASSERTION_FAILURE", "message", "interval field "+itoa(int(*f))+" does not exist"))
		}
		return types.IntervalField(*f)
	}
	switch {
	case start == nil && end == nil:
		return first, last
	case end == nil:
		return read(start), read(start)
	case start == nil:
		return first, read(end)
	}
	return read(start), read(end)
}

func (d *decoder) structType(m *pb.DataType_Struct) types.StructType {
	s := types.StructType{Fields: make([]types.StructField, len(m.GetFields()))}
	for i, f := range m.GetFields() {
		t := required(f.GetDataType(), "spark.connect.DataType.StructField", "data_type")
		s.Fields[i] = types.StructField{Name: f.GetName(), Type: d.dataType(t), Nullable: f.GetNullable(), Metadata: metadata(f.Metadata)}
	}
	return s
}

// structOf is dataType where only a struct makes sense.
func (d *decoder) structOf(m *pb.DataType) types.StructType {
	t := d.dataType(m)
	s, ok := t.(types.StructType)
	if !ok {
		fail(invalid("INVALID_SCHEMA_NON_STRUCT_TYPE", "inputSchema", types.JSON(t), "dataType", t.SimpleString()))
	}
	return s
}

// metadata reads a JSON object; numbers stay as written.
func metadata(text *string) map[string]any {
	if text == nil || *text == "" || *text == "{}" {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader([]byte(*text)))
	decoder.UseNumber()
	var m map[string]any
	if err := decoder.Decode(&m); err != nil {
		fail(invalid("ASSERTION_FAILURE", "message", "metadata is no JSON object: "+err.Error()))
	}
	return m
}
