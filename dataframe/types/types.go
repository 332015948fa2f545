package types

import "strings"

// ID tells the kind of a DataType in a switch.
type ID uint8

// The kinds of data types, in the order Spark's documentation lists them.
const (
	IDNull ID = iota
	IDBoolean
	IDByte
	IDShort
	IDInteger
	IDLong
	IDFloat
	IDDouble
	IDDecimal
	IDString
	IDChar
	IDVarchar
	IDBinary
	IDDate
	IDTimestamp
	IDTimestampNTZ
	IDTime
	IDYearMonthInterval
	IDDayTimeInterval
	IDCalendarInterval
	IDArray
	IDMap
	IDStruct
	IDVariant
	IDGeometry
	IDGeography
	IDUserDefined
)

// DataType is one of the types of this package. Compare types with Equal: structs are not comparable with ==.
type DataType interface {
	// ID is the kind of the type.
	ID() ID
	// SimpleString is Spark's simpleString and catalog form: "bigint", "decimal(10,2)", "array<int>".
	SimpleString() string
	// SQL is the form in DDL and error messages: "BIGINT", "DECIMAL(10,2)", "ARRAY<INT>".
	SQL() string
}

// The types, as Spark documents them.
type (
	NullType             struct{}
	BooleanType          struct{}
	ByteType             struct{} // 8-bit signed, TINYINT
	ShortType            struct{} // 16-bit signed, SMALLINT
	IntegerType          struct{} // 32-bit signed, INT
	LongType             struct{} // 64-bit signed, BIGINT
	FloatType            struct{}
	DoubleType           struct{}
	BinaryType           struct{}
	DateType             struct{} // days since 1970-01-01, proleptic Gregorian
	TimestampType        struct{} // microseconds since the epoch, UTC; shown in the session time zone
	TimestampNTZType     struct{} // microseconds since 1970-01-01T00:00:00, no zone
	CalendarIntervalType struct{}
	VariantType          struct{}

	// DecimalType has 1 <= Precision <= 38 and 0 <= Scale <= Precision (negative scales exist only under a legacy option).
	DecimalType struct{ Precision, Scale int }
	// StringType is UTF-8 text; an empty Collation means UTF8_BINARY.
	StringType  struct{ Collation string }
	CharType    struct{ Length int }
	VarcharType struct{ Length int }
	// TimeType is nanoseconds of the day shown with Precision fraction digits (0 to 6).
	TimeType struct{ Precision int }
	// YearMonthIntervalType counts months; Start and End are YearField or MonthField.
	YearMonthIntervalType struct{ Start, End IntervalField }
	// DayTimeIntervalType counts microseconds; Start and End are DayField … SecondField.
	DayTimeIntervalType struct{ Start, End IntervalField }

	ArrayType struct {
		Element      DataType
		ContainsNull bool
	}
	MapType struct {
		Key, Value        DataType
		ValueContainsNull bool
	}
	StructType struct{ Fields []StructField }

	GeometryType  struct{ SRID int }
	GeographyType struct{ SRID int }
)

// StructField is a column of a schema or a field of a struct. Metadata is nil or a JSON object (values as encoding/json gives them).
type StructField struct {
	Name     string
	Type     DataType
	Nullable bool
	Metadata map[string]any
}

// IntervalField is a unit of an ANSI interval, with Spark's codes.
type IntervalField uint8

const (
	DayField    IntervalField = 0
	HourField   IntervalField = 1
	MinuteField IntervalField = 2
	SecondField IntervalField = 3
	YearField   IntervalField = 0
	MonthField  IntervalField = 1
)

// The types without parameters, and the common forms of those with.
var (
	Null             = NullType{}
	Boolean          = BooleanType{}
	Byte             = ByteType{}
	Short            = ShortType{}
	Integer          = IntegerType{}
	Long             = LongType{}
	Float            = FloatType{}
	Double           = DoubleType{}
	String           = StringType{}
	Binary           = BinaryType{}
	Date             = DateType{}
	Timestamp        = TimestampType{}
	TimestampNTZ     = TimestampNTZType{}
	CalendarInterval = CalendarIntervalType{}
	Variant          = VariantType{}
)

func (NullType) ID() ID              { return IDNull }
func (BooleanType) ID() ID           { return IDBoolean }
func (ByteType) ID() ID              { return IDByte }
func (ShortType) ID() ID             { return IDShort }
func (IntegerType) ID() ID           { return IDInteger }
func (LongType) ID() ID              { return IDLong }
func (FloatType) ID() ID             { return IDFloat }
func (DoubleType) ID() ID            { return IDDouble }
func (DecimalType) ID() ID           { return IDDecimal }
func (StringType) ID() ID            { return IDString }
func (CharType) ID() ID              { return IDChar }
func (VarcharType) ID() ID           { return IDVarchar }
func (BinaryType) ID() ID            { return IDBinary }
func (DateType) ID() ID              { return IDDate }
func (TimestampType) ID() ID         { return IDTimestamp }
func (TimestampNTZType) ID() ID      { return IDTimestampNTZ }
func (TimeType) ID() ID              { return IDTime }
func (YearMonthIntervalType) ID() ID { return IDYearMonthInterval }
func (DayTimeIntervalType) ID() ID   { return IDDayTimeInterval }
func (CalendarIntervalType) ID() ID  { return IDCalendarInterval }
func (ArrayType) ID() ID             { return IDArray }
func (MapType) ID() ID               { return IDMap }
func (StructType) ID() ID            { return IDStruct }
func (VariantType) ID() ID           { return IDVariant }
func (GeometryType) ID() ID          { return IDGeometry }
func (GeographyType) ID() ID         { return IDGeography }

// Field finds a field by name, without case; ok is false when there is none. The first of several wins.
func (s StructType) Field(name string) (f StructField, index int, ok bool) {
	for i := range s.Fields {
		if strings.EqualFold(s.Fields[i].Name, name) {
			return s.Fields[i], i, true
		}
	}
	return StructField{}, -1, false
}
