package types

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

func TestNames(t *testing.T) {
	cases := []struct{ ddl, simple, sql, name string }{
		{"bigint", "bigint", "BIGINT", "long"},
		{"LONG", "bigint", "BIGINT", "long"},
		{"dec", "decimal(10,0)", "DECIMAL(10,0)", "decimal(10,0)"},
		{"numeric(12)", "decimal(12,0)", "DECIMAL(12,0)", "decimal(12,0)"},
		{"string collate unicode_ci", "string collate UNICODE_CI", "STRING COLLATE UNICODE_CI", "string collate UNICODE_CI"},
		{"character(3)", "char(3)", "CHAR(3)", "char(3)"},
		{"timestamp_ltz", "timestamp", "TIMESTAMP", "timestamp"},
		{"timestamp without time zone", "timestamp_ntz", "TIMESTAMP_NTZ", "timestamp_ntz"},
		{"interval", "interval", "INTERVAL", "interval"},
		{"interval year to month", "interval year to month", "INTERVAL YEAR TO MONTH", "interval year to month"},
		{"INTERVAL SECOND", "interval second", "INTERVAL SECOND", "interval second"},
		{"time", "time(6)", "TIME(6)", "time(6)"},
		{"void", "void", "VOID", "void"},
		{"map<int,array<real>>", "map<int,array<float>>", "MAP<INT, ARRAY<FLOAT>>", "map"},
		{"struct<a int not null comment 'it''s', `b c`: struct<>>", "struct<a:int,b c:struct<>>",
			"STRUCT<a: INT NOT NULL COMMENT 'it\\'s', `b c`: STRUCT<>>", "struct"},
		{"geometry(any)", "geometry(any)", "GEOMETRY(ANY)", "geometry(any)"},
		{"geography(4326)", "geography(4326)", "GEOGRAPHY(4326)", "geography(4326)"},
	}
	for _, c := range cases {
		got, err := ParseType(c.ddl)
		if err != nil {
			t.Errorf("%s: %v", c.ddl, err)
			continue
		}
		if got.SimpleString() != c.simple || got.SQL() != c.sql || TypeName(got) != c.name {
			t.Errorf("%s: %q %q %q", c.ddl, got.SimpleString(), got.SQL(), TypeName(got))
		}
		if back, err := ParseType(got.SQL()); err != nil || !Equal(back, got) {
			t.Errorf("%s does not read back: %v %v", got.SQL(), back, err)
		}
		if back, err := FromJSON([]byte(JSON(got))); err != nil || !EqualIgnoreMetadata(back, got) && got.ID() != IDString {
			t.Errorf("%s does not read back: %v %v", JSON(got), back, err)
		}
	}
}

func TestParseTypeErrors(t *testing.T) {
	for text, condition := range map[string]string{
		"foo": "UNSUPPORTED_DATATYPE", "int(3)": "UNSUPPORTED_DATATYPE", "char": "DATATYPE_MISSING_SIZE", "decimal(39,1)": "DECIMAL_PRECISION_EXCEEDS_MAX_PRECISION",
		"array": "INCOMPLETE_TYPE_DEFINITION.ARRAY", "array<int": "PARSE_SYNTAX_ERROR", "map<int>": "PARSE_SYNTAX_ERROR", "int int": "PARSE_SYNTAX_ERROR",
		"": "PARSE_SYNTAX_ERROR", "time(9)": "UNSUPPORTED_TIME_PRECISION", "`a": "PARSE_SYNTAX_ERROR", "struct<a int,>": "PARSE_SYNTAX_ERROR",
	} {
		if _, err := ParseType(text); sparkerr.Condition(err) != condition {
			t.Errorf("%q: %v, want %s", text, err, condition)
		}
	}
}

func TestParseDDL(t *testing.T) {
	s, err := ParseDDL("a INT NOT NULL COMMENT 'x', `b.c` decimal(10,2) DEFAULT round(1.5, 1), d: array<string>")
	if err != nil {
		t.Fatal(err)
	}
	want := "a INT NOT NULL COMMENT 'x',`b.c` DECIMAL(10,2) DEFAULT round(1.5, 1),d ARRAY<STRING>"
	if got := s.ToDDL(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if back, err := ParseDDL(want); err != nil || !Equal(back, s) {
		t.Errorf("does not read back: %v %v", back, err)
	}
	if s, err := ParseDDL("struct<a:int>"); err != nil || len(s.Fields) != 1 {
		t.Errorf("%v %v", s, err)
	}
	if _, err := ParseDDL("a int,"); sparkerr.Condition(err) != "PARSE_SYNTAX_ERROR" {
		t.Errorf("trailing comma: %v", err)
	}
}

func TestJSONIsSparksText(t *testing.T) {
	const text = `{"type":"struct","fields":[{"name":"a\"é","type":"long","nullable":false,"metadata":{"comment":"<b>","delta.columnMapping.id":12345678901234567,"f":1.50}},` +
		`{"name":"l","type":{"type":"array","elementType":{"type":"struct","fields":[{"name":"x","type":"decimal(10,2)","nullable":true,"metadata":{}}]},"containsNull":false},"nullable":true,"metadata":{}},` +
		`{"name":"m","type":{"type":"map","keyType":"string","valueType":"timestamp_ntz","valueContainsNull":true},"nullable":true,"metadata":{"__COLLATIONS":{"m.key":"spark.UTF8_LCASE"}}},` +
		`{"name":"c","type":"string","nullable":true,"metadata":{"__COLLATIONS":{"c":"icu.UNICODE_CI"},"k":[1,"a",null,true]}}]}`
	got, err := FromJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if JSON(got) != text {
		t.Errorf("got  %s\nwant %s", JSON(got), text)
	}
	s := got.(StructType)
	if k := s.Fields[2].Type.(MapType).Key.(StringType); k.Collation != "UTF8_LCASE" {
		t.Errorf("collation of the key: %q", k.Collation)
	}
	if id, ok := s.Fields[0].MetadataInt("delta.columnMapping.id"); !ok || id != 12345678901234567 {
		t.Errorf("id %d", id)
	}
	for _, bad := range []string{"", "{", `"foo"`, `{"type":"array","elementType":"int"}`, `{"type":"struct","fields":[{"type":"int"}]}`, "3", `"int" 1`} {
		if _, err := FromJSON([]byte(bad)); sparkerr.Condition(err) != "INVALID_JSON_DATA_TYPE" {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if _, err := FromJSON([]byte(`"decimal(40,2)"`)); sparkerr.Condition(err) != "DECIMAL_PRECISION_EXCEEDS_MAX_PRECISION" {
		t.Errorf("decimal(40,2): %v", err)
	}
}

func TestEqual(t *testing.T) {
	parse := func(s string) DataType {
		d, err := ParseType(s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	a, b, c, d := parse("struct<a int, b array<int>>"), parse("struct<a int not null, b array<int>>"), parse("struct<A int, b array<int>>"), parse("struct<x int, y array<int>>")
	for _, e := range []struct {
		name string
		got  bool
		want bool
	}{
		{"nullability", Equal(a, b), false}, {"without nullability", EqualIgnoreNullability(a, b), true}, {"case", EqualIgnoreNullability(a, c), false},
		{"without case", EqualIgnoreCaseAndNullability(a, c), true}, {"other names", EqualIgnoreCaseAndNullability(a, d), false},
		{"structure", EqualStructurally(a, d), true}, {"other structure", EqualStructurally(a, parse("struct<x int, y array<bigint>>")), false},
		{"binary collation", Equal(String, StringType{"UTF8_BINARY"}), true}, {"collation", Equal(String, StringType{"UNICODE"}), false},
		{"nullable", Equal(AsNullable(b), a), true},
	} {
		if e.got != e.want {
			t.Errorf("%s: %t", e.name, e.got)
		}
	}
	x := StructField{Name: "a", Type: Long}
	if !Equal(NewStruct(x.WithMetadata("i", 1)), NewStruct(x.WithMetadata("i", json.Number("1")))) {
		t.Error("an int and its json.Number differ")
	}
}

func TestTreeString(t *testing.T) {
	s, _ := ParseDDL("a bigint not null, s struct<x: array<struct<y: int>>, m: map<string, double>>")
	want := `root
 |-- a: long (nullable = false)
 |-- s: struct (nullable = true)
 |    |-- x: array (nullable = true)
 |    |    |-- element: struct (containsNull = true)
 |    |    |    |-- y: integer (nullable = true)
 |    |-- m: map (nullable = true)
 |    |    |-- key: string
 |    |    |-- value: double (valueContainsNull = true)
`
	if got := s.TreeString(0); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := s.TreeString(1); got != "root\n |-- a: long (nullable = false)\n |-- s: struct (nullable = true)\n" {
		t.Errorf("level 1:\n%s", got)
	}
}

func TestAdjustedDecimal(t *testing.T) {
	for _, c := range []struct{ p, s, wp, ws int }{{38, 10, 38, 10}, {48, 20, 38, 10}, {77, 38, 38, 6}, {45, 4, 38, 4}} {
		if got := AdjustedDecimal(c.p, c.s); got != (DecimalType{c.wp, c.ws}) {
			t.Errorf("%d,%d: %v", c.p, c.s, got)
		}
	}
}

func TestIntervalText(t *testing.T) {
	ym, dt := YearMonthIntervalType{YearField, MonthField}, DayTimeIntervalType{DayField, SecondField}
	for _, c := range []struct {
		got  interface{ String() string }
		want string
	}{
		{YearMonthInterval{-14, ym}, "INTERVAL '-1-2' YEAR TO MONTH"},
		{YearMonthInterval{math.MinInt32, ym}, "INTERVAL '-178956970-8' YEAR TO MONTH"},
		{YearMonthInterval{14, YearMonthIntervalType{MonthField, MonthField}}, "INTERVAL '14' MONTH"},
		{YearMonthInterval{24, YearMonthIntervalType{}}, "INTERVAL '2' YEAR"},
		{DayTimeInterval{0, dt}, "INTERVAL '0 00:00:00' DAY TO SECOND"},
		{DayTimeInterval{math.MinInt64, dt}, "INTERVAL '-106751991 04:00:54.775808' DAY TO SECOND"},
		{DayTimeInterval{93784500000, DayTimeIntervalType{HourField, SecondField}}, "INTERVAL '26:03:04.5' HOUR TO SECOND"},
		{DayTimeInterval{93784500000, DayTimeIntervalType{HourField, HourField}}, "INTERVAL '26' HOUR"},
		{DayTimeInterval{4010000, DayTimeIntervalType{SecondField, SecondField}}, "INTERVAL '04.01' SECOND"},
		{DayTimeInterval{93784500000, DayTimeIntervalType{DayField, HourField}}, "INTERVAL '1 02' DAY TO HOUR"},
		{CalendarIntervalValue{}, "0 seconds"},
		{CalendarIntervalValue{14, -3, 3723500000}, "1 years 2 months -3 days 1 hours 2 minutes 3.5 seconds"},
		{CalendarIntervalValue{Micros: -1}, "-0.000001 seconds"},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
