package types

// MaxPrecision is the largest number of digits of a decimal.
const MaxPrecision = 38

// IsIntegral holds for TINYINT, SMALLINT, INT and BIGINT.
func IsIntegral(t DataType) bool { return t.ID() >= IDByte && t.ID() <= IDLong }

// IsFractional holds for FLOAT, DOUBLE and DECIMAL.
func IsFractional(t DataType) bool { return t.ID() >= IDFloat && t.ID() <= IDDecimal }

// IsNumeric holds for integral and fractional types.
func IsNumeric(t DataType) bool { return IsIntegral(t) || IsFractional(t) }

// IsString holds for STRING of any collation, CHAR and VARCHAR.
func IsString(t DataType) bool { return t.ID() >= IDString && t.ID() <= IDVarchar }

// IsDatetime holds for DATE and both TIMESTAMPs (not TIME).
func IsDatetime(t DataType) bool { return t.ID() >= IDDate && t.ID() <= IDTimestampNTZ }

// IsANSIInterval holds for year-month and day-time intervals.
func IsANSIInterval(t DataType) bool {
	return t.ID() == IDYearMonthInterval || t.ID() == IDDayTimeInterval
}

// IsNested holds for ARRAY, MAP and STRUCT.
func IsNested(t DataType) bool { return t.ID() >= IDArray && t.ID() <= IDStruct }

// IsAtomic is Spark's AtomicType: everything that is one value, without VOID and the legacy INTERVAL.
func IsAtomic(t DataType) bool {
	switch t.ID() {
	case IDNull, IDCalendarInterval, IDArray, IDMap, IDStruct, IDUserDefined:
		return false
	}
	return true
}

// IsOrderable tells whether values of t can be compared with < and sorted: not MAP, VARIANT, INTERVAL, or a type that holds one.
func IsOrderable(t DataType) bool {
	return !Exists(t, func(t DataType) bool {
		switch t.ID() {
		case IDMap, IDVariant, IDCalendarInterval, IDGeometry, IDGeography, IDUserDefined:
			return true
		}
		return false
	})
}

// SystemDefaultDecimal is the type of DECIMAL in a schema without sizes, and of Go and Python decimals: DECIMAL(38,18).
var SystemDefaultDecimal = DecimalType{38, 18}

// UserDefaultDecimal is the type that SQL's DECIMAL without sizes means: DECIMAL(10,0).
var UserDefaultDecimal = DecimalType{10, 0}

// DefaultDecimalFor is the decimal that holds every value of a numeric type: DECIMAL(3,0) for TINYINT up to (20,0) for
// BIGINT, (14,7) for FLOAT, (30,15) for DOUBLE, a decimal itself; ok is false for other types.
func DefaultDecimalFor(t DataType) (d DecimalType, ok bool) {
	switch t := t.(type) {
	case ByteType:
		return DecimalType{3, 0}, true
	case ShortType:
		return DecimalType{5, 0}, true
	case IntegerType:
		return DecimalType{10, 0}, true
	case LongType:
		return DecimalType{20, 0}, true
	case FloatType:
		return DecimalType{14, 7}, true
	case DoubleType:
		return DecimalType{30, 15}, true
	case DecimalType:
		return t, true
	}
	return DecimalType{}, false
}

// BoundedDecimal cuts precision and scale at 38 each, as operations do that must not give up fraction digits.
func BoundedDecimal(precision, scale int) DecimalType {
	return DecimalType{min(precision, MaxPrecision), min(scale, MaxPrecision)}
}

// AdjustedDecimal is the type of an arithmetic result that would need the given sizes: past 38 digits fraction digits are
// given up, but not below min(scale, 6) of them (DecimalType.adjustPrecisionScale, spark.sql.decimalOperations.allowPrecisionLoss).
func AdjustedDecimal(precision, scale int) DecimalType {
	switch {
	case precision <= MaxPrecision:
		return DecimalType{precision, scale}
	case scale < 0:
		return DecimalType{MaxPrecision, scale}
	}
	return DecimalType{MaxPrecision, max(MaxPrecision-(precision-scale), min(scale, 6))}
}

// IsWiderThan tells whether every value of type o fits into decimal t without loss.
func (t DecimalType) IsWiderThan(o DecimalType) bool {
	return t.Precision-t.Scale >= o.Precision-o.Scale && t.Scale >= o.Scale
}

// DefaultSize is Spark's estimate of the bytes of one value, which its cost-based choices use.
func DefaultSize(t DataType) int {
	switch t := t.(type) {
	case NullType, BooleanType, ByteType:
		return 1
	case ShortType:
		return 2
	case IntegerType, FloatType, DateType, YearMonthIntervalType:
		return 4
	case DecimalType:
		if t.Precision > 18 {
			return 16
		}
		return 8
	case StringType:
		return 20
	case CharType:
		return t.Length
	case VarcharType:
		return t.Length
	case BinaryType:
		return 100
	case CalendarIntervalType:
		return 16
	case VariantType, GeometryType, GeographyType:
		return 2048
	case ArrayType:
		return DefaultSize(t.Element)
	case MapType:
		return DefaultSize(t.Key) + DefaultSize(t.Value)
	case StructType:
		n := 0
		for _, f := range t.Fields {
			n += DefaultSize(f.Type)
		}
		return n
	}
	return 8
}
