package types

import (
	"strconv"
	"strings"
)

func (NullType) SimpleString() string             { return "void" }
func (BooleanType) SimpleString() string          { return "boolean" }
func (ByteType) SimpleString() string             { return "tinyint" }
func (ShortType) SimpleString() string            { return "smallint" }
func (IntegerType) SimpleString() string          { return "int" }
func (LongType) SimpleString() string             { return "bigint" }
func (FloatType) SimpleString() string            { return "float" }
func (DoubleType) SimpleString() string           { return "double" }
func (BinaryType) SimpleString() string           { return "binary" }
func (DateType) SimpleString() string             { return "date" }
func (TimestampType) SimpleString() string        { return "timestamp" }
func (TimestampNTZType) SimpleString() string     { return "timestamp_ntz" }
func (CalendarIntervalType) SimpleString() string { return "interval" }
func (VariantType) SimpleString() string          { return "variant" }

func (t DecimalType) SimpleString() string {
	return "decimal(" + strconv.Itoa(t.Precision) + "," + strconv.Itoa(t.Scale) + ")"
}

func (t StringType) SimpleString() string {
	if t.IsBinaryCollation() {
		return "string"
	}
	return "string collate " + t.Collation
}

// IsBinaryCollation tells whether text compares by its bytes, which is the default.
func (t StringType) IsBinaryCollation() bool {
	return t.Collation == "" || t.Collation == "UTF8_BINARY"
}

func (t CharType) SimpleString() string    { return "char(" + strconv.Itoa(t.Length) + ")" }
func (t VarcharType) SimpleString() string { return "varchar(" + strconv.Itoa(t.Length) + ")" }
func (t TimeType) SimpleString() string    { return "time(" + strconv.Itoa(t.Precision) + ")" }

func (t YearMonthIntervalType) SimpleString() string {
	return intervalName(yearMonthFields, t.Start, t.End)
}

func (t DayTimeIntervalType) SimpleString() string {
	return intervalName(dayTimeFields, t.Start, t.End)
}

var (
	yearMonthFields = []string{"year", "month"}
	dayTimeFields   = []string{"day", "hour", "minute", "second"}
)

func intervalName(fields []string, start, end IntervalField) string {
	if start == end {
		return "interval " + fields[start]
	}
	return "interval " + fields[start] + " to " + fields[end]
}

func (t ArrayType) SimpleString() string { return "array<" + t.Element.SimpleString() + ">" }
func (t MapType) SimpleString() string {
	return "map<" + t.Key.SimpleString() + "," + t.Value.SimpleString() + ">"
}

func (t StructType) SimpleString() string {
	var b strings.Builder
	b.WriteString("struct<")
	for i, f := range t.Fields {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(f.Name)
		b.WriteByte(':')
		b.WriteString(f.Type.SimpleString())
	}
	b.WriteByte('>')
	return b.String()
}

// AnySRID is the SRID of a geometry or geography column whose values may mix reference systems.
const AnySRID = -1

func (t GeometryType) SimpleString() string  { return "geometry(" + sridName(t.SRID) + ")" }
func (t GeographyType) SimpleString() string { return "geography(" + sridName(t.SRID) + ")" }

func sridName(srid int) string {
	if srid == AnySRID {
		return "any"
	}
	return strconv.Itoa(srid)
}

func (t NullType) SQL() string              { return "VOID" }
func (t BooleanType) SQL() string           { return "BOOLEAN" }
func (t ByteType) SQL() string              { return "TINYINT" }
func (t ShortType) SQL() string             { return "SMALLINT" }
func (t IntegerType) SQL() string           { return "INT" }
func (t LongType) SQL() string              { return "BIGINT" }
func (t FloatType) SQL() string             { return "FLOAT" }
func (t DoubleType) SQL() string            { return "DOUBLE" }
func (t BinaryType) SQL() string            { return "BINARY" }
func (t DateType) SQL() string              { return "DATE" }
func (t TimestampType) SQL() string         { return "TIMESTAMP" }
func (t TimestampNTZType) SQL() string      { return "TIMESTAMP_NTZ" }
func (t CalendarIntervalType) SQL() string  { return "INTERVAL" }
func (t VariantType) SQL() string           { return "VARIANT" }
func (t DecimalType) SQL() string           { return strings.ToUpper(t.SimpleString()) }
func (t StringType) SQL() string            { return strings.ToUpper(t.SimpleString()) }
func (t CharType) SQL() string              { return strings.ToUpper(t.SimpleString()) }
func (t VarcharType) SQL() string           { return strings.ToUpper(t.SimpleString()) }
func (t TimeType) SQL() string              { return strings.ToUpper(t.SimpleString()) }
func (t YearMonthIntervalType) SQL() string { return strings.ToUpper(t.SimpleString()) }
func (t DayTimeIntervalType) SQL() string   { return strings.ToUpper(t.SimpleString()) }
func (t GeometryType) SQL() string          { return strings.ToUpper(t.SimpleString()) }
func (t GeographyType) SQL() string         { return strings.ToUpper(t.SimpleString()) }
func (t ArrayType) SQL() string             { return "ARRAY<" + t.Element.SQL() + ">" }
func (t MapType) SQL() string               { return "MAP<" + t.Key.SQL() + ", " + t.Value.SQL() + ">" }

func (t StructType) SQL() string {
	var b strings.Builder
	b.WriteString("STRUCT<")
	for i, f := range t.Fields {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(QuoteIfNeeded(f.Name))
		b.WriteString(": ")
		b.WriteString(f.Type.SQL())
		f.writeSuffix(&b)
	}
	b.WriteByte('>')
	return b.String()
}

// TypeName is Spark's typeName, which printSchema and the JSON form use: "long" where SimpleString says "bigint", and
// "struct", "array", "map" without their contents.
func TypeName(t DataType) string {
	switch t.ID() {
	case IDByte:
		return "byte"
	case IDShort:
		return "short"
	case IDInteger:
		return "integer"
	case IDLong:
		return "long"
	case IDArray:
		return "array"
	case IDMap:
		return "map"
	case IDStruct:
		return "struct"
	}
	return t.SimpleString()
}

// QuoteIfNeeded puts back-ticks around a name that is not a plain identifier (a letter or underscore, then letters,
// digits and underscores), doubling those inside.
func QuoteIfNeeded(name string) string {
	if isPlain(name) {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

func isPlain(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
