package textio

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/vec"
)

// quoting are texts with what makes writers quote; nil is NULL.
var quoting = []any{
	"plain", "a,b", `q"x`, `"lead`, `tr"`, "a\nb", "a\rb", `back\slash`, `b\"q`, " lead", "trail ", "", nil, "#c", "a\tb", "é", "'s'", `""`, `"`, `\`, "\x01x", "  ",
}

func textBatch(alloc *vec.Allocator, columns ...[]any) (*vec.Batch, types.StructType) {
	batch := alloc.NewBatch(len(columns[0]))
	var schema types.StructType
	for k, values := range columns {
		b := vec.NewBuilder(batch.Arena, types.String)
		for _, v := range values {
			if v == nil {
				b.Null()
			} else {
				b.TextString(v.(string))
			}
		}
		batch.Cols = append(batch.Cols, b.Finish())
		schema = schema.Add(string(rune('a'+k)), types.String, true)
	}
	return batch, schema
}

func repeat(v string, n int) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = v
	}
	return out
}

func TestCSVQuoting(t *testing.T) {
	for _, c := range []struct {
		name    string
		options map[string]string
		want    string // what Spark 4.2 writes
	}{
		{"default", nil, "plain,z\n\"a,b\",z\n\"q\\\"x\",z\n\"\\\"lead\",z\n\"tr\\\"\",z\n\"a\nb\",z\n\"a\rb\",z\nback\\slash,z\n\"b\\\\\\\"q\",z\nlead,z\ntrail,z\n\"\",z\n,z\n\"#c\",z\na\tb,z\né,z\n's',z\n\"\\\"\\\"\",z\n\"\\\"\",z\n\\,z\nx,z\n\"\",z\n"},
		{"doubled quotes", map[string]string{"escape": `"`}, "plain,z\n\"a,b\",z\n\"q\"\"x\",z\n\"\"\"lead\",z\n\"tr\"\"\",z\n\"a\nb\",z\n\"a\rb\",z\nback\\slash,z\n\"b\\\"\"q\",z\nlead,z\ntrail,z\n\"\",z\n,z\n\"#c\",z\na\tb,z\né,z\n's',z\n\"\"\"\"\"\",z\n\"\"\"\",z\n\\,z\nx,z\n\"\",z\n"},
		{"all", map[string]string{"quoteAll": "true"}, "\"plain\",\"z\"\n\"a,b\",\"z\"\n\"q\\\"x\",\"z\"\n\"\\\"lead\",\"z\"\n\"tr\\\"\",\"z\"\n\"a\nb\",\"z\"\n\"a\rb\",\"z\"\n\"back\\\\slash\",\"z\"\n\"b\\\\\\\"q\",\"z\"\n\"lead\",\"z\"\n\"trail\",\"z\"\n\"\",\"z\"\n\"\",\"z\"\n\"#c\",\"z\"\n\"a\tb\",\"z\"\n\"é\",\"z\"\n\"'s'\",\"z\"\n\"\\\"\\\"\",\"z\"\n\"\\\"\",\"z\"\n\"\\\\\",\"z\"\n\"x\",\"z\"\n\"\",\"z\"\n"},
		{"quotes stay", map[string]string{"escapeQuotes": "false"}, "plain,z\n\"a,b\",z\nq\"x,z\n\"\\\"lead\",z\ntr\",z\n\"a\nb\",z\n\"a\rb\",z\nback\\slash,z\nb\\\"q,z\nlead,z\ntrail,z\n\"\",z\n,z\n\"#c\",z\na\tb,z\né,z\n's',z\n\"\\\"\\\"\",z\n\"\\\"\",z\n\\,z\nx,z\n\"\",z\n"},
		{"null and empty", map[string]string{"nullValue": "NA", "emptyValue": "E", "header": "true"}, "a,b\nplain,z\n\"a,b\",z\n\"q\\\"x\",z\n\"\\\"lead\",z\n\"tr\\\"\",z\n\"a\nb\",z\n\"a\rb\",z\nback\\slash,z\n\"b\\\\\\\"q\",z\nlead,z\ntrail,z\nE,z\nNA,z\n\"#c\",z\na\tb,z\né,z\n's',z\n\"\\\"\\\"\",z\n\"\\\"\",z\n\\,z\nx,z\nE,z\n"},
		{"separator", map[string]string{"sep": "||", "ignoreLeadingWhiteSpace": "false"}, "plain||z\na,b||z\n\"q\\\"x\"||z\n\"\\\"lead\"||z\n\"tr\\\"\"||z\n\"a\nb\"||z\n\"a\rb\"||z\nback\\slash||z\n\"b\\\\\\\"q\"||z\n lead||z\ntrail||z\n\"\"||z\n||z\n\"#c\"||z\na\tb||z\né||z\n's'||z\n\"\\\"\\\"\"||z\n\"\\\"\"||z\n\\||z\n\x01x||z\n\"\"||z\n"},
	} {
		alloc := vec.NewAllocator(0)
		batch, schema := textBatch(alloc, quoting, repeat("z", len(quoting)))
		o, err := ParseCSVWriteOptions(c.options, Session{})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		w, err := NewCSVWriter(&out, schema, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil || out.String() != c.want {
			t.Errorf("%s: %v\ngot  %q\nwant %q", c.name, err, out.String(), c.want)
		}
		batch.Release()
		if alloc.Used() != 0 {
			t.Errorf("%d bytes leak", alloc.Used())
		}
	}
}

func TestCSVEmptyFileHasItsHeader(t *testing.T) {
	o, _ := ParseCSVWriteOptions(map[string]string{"header": "true"}, Session{})
	var out bytes.Buffer
	w, _ := NewCSVWriter(&out, types.NewStruct().Add("a", types.Long, true).Add("b c", types.Date, true), o)
	if err := w.Close(); err != nil || out.String() != "a,b c\n" {
		t.Errorf("%v %q", err, out.String())
	}
	_, err := NewCSVWriter(&out, types.NewStruct().Add("a", types.ArrayType{Element: types.Long}, true), o)
	if sparkerr.Condition(err) != "UNSUPPORTED_DATA_TYPE_FOR_DATASOURCE" {
		t.Error(err)
	}
}

// valuesBatch is one row of many types.
func valuesBatch(alloc *vec.Allocator) (*vec.Batch, types.StructType) {
	batch := alloc.NewBatch(1)
	var schema types.StructType
	add := func(name string, t types.DataType, put func(*vec.Builder)) {
		b := vec.NewBuilder(batch.Arena, t)
		put(b)
		batch.Cols = append(batch.Cols, b.Finish())
		schema = schema.Add(name, t, true)
	}
	us, _ := datetime.ParseTimestampNTZ("2024-01-02 03:04:05.12")
	add("a", types.Byte, func(b *vec.Builder) { vec.Put(b, int8(1)) })
	add("e", types.Float, func(b *vec.Builder) { vec.Put(b, float32(1.5)) })
	add("f", types.Double, func(b *vec.Builder) { vec.Put(b, 1e10) })
	add("g", types.Double, func(b *vec.Builder) { vec.Put(b, math.NaN()) })
	add("h", types.Double, func(b *vec.Builder) { vec.Put(b, math.Inf(-1)) })
	add("j", types.DecimalType{Precision: 3, Scale: 2}, func(b *vec.Builder) { vec.Put(b, types.Int128Of(150)) })
	add("k", types.Boolean, func(b *vec.Builder) { vec.Put(b, true) })
	add("l", types.Date, func(b *vec.Builder) { vec.Put(b, int32(19724)) })
	add("m", types.Timestamp, func(b *vec.Builder) { vec.Put(b, us) })
	add("n", types.TimestampNTZ, func(b *vec.Builder) { vec.Put(b, us) })
	add("o", types.Binary, func(b *vec.Builder) { b.Text([]byte("ab\xff")) })
	add("p", types.YearMonthIntervalType{Start: types.YearField, End: types.MonthField}, func(b *vec.Builder) { vec.Put(b, int32(14)) })
	add("q", types.Long, func(b *vec.Builder) { b.Null() })
	return batch, schema
}

func TestTypesAsText(t *testing.T) {
	alloc := vec.NewAllocator(0)
	batch, schema := valuesBatch(alloc)
	defer batch.Release()
	zone, _ := datetime.LoadZone("Asia/Kolkata")
	var csv, js, js2 bytes.Buffer
	o, _ := ParseCSVWriteOptions(map[string]string{"dateFormat": "dd/MM/yyyy"}, Session{Zone: zone})
	w, _ := NewCSVWriter(&csv, schema, o)
	jo, _ := ParseJSONWriteOptions(nil, Session{})
	j, _ := NewJSONWriter(&js, schema, jo)
	jo2, _ := ParseJSONWriteOptions(map[string]string{"ignoreNullFields": "false", "timestampFormat": "HH:mm"}, Session{Zone: zone})
	j2, _ := NewJSONWriter(&js2, schema, jo2)
	for _, err := range []error{w.Write(batch), w.Close(), j.Write(batch), j.Close(), j2.Write(batch), j2.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := "1,1.5,1.0E10,NaN,-Infinity,1.50,true,02/01/2024,2024-01-02T08:34:05.120+05:30,2024-01-02T03:04:05.120,[61 62 FF],INTERVAL '1-2' YEAR TO MONTH,\n"; csv.String() != want {
		t.Errorf("got  %swant %s", csv.String(), want)
	}
	if want := `{"a":1,"e":1.5,"f":1.0E10,"g":"NaN","h":"-Infinity","j":1.50,"k":true,"l":"2024-01-02","m":"2024-01-02T03:04:05.120Z","n":"2024-01-02T03:04:05.120","o":"YWL/","p":"INTERVAL '1-2' YEAR TO MONTH"}` + "\n"; js.String() != want {
		t.Errorf("got  %swant %s", js.String(), want)
	}
	if s := js2.String(); !strings.Contains(s, `"m":"08:34"`) || !strings.HasSuffix(s, `"q":null}`+"\n") {
		t.Errorf("got %s", s)
	}
}

func TestJSONNested(t *testing.T) {
	const text = `{"s":{"x":1,"y":null,"z":[1,null,3]},"m":{"k":1,"n":null},"a":[{"q":"\u2028\"\\\n"}],"e":{"w":null},"ea":[]}`
	for _, c := range []struct {
		options map[string]string
		want    string
	}{
		{nil, "{\"s\":{\"x\":1,\"z\":[1,null,3]},\"m\":{\"k\":1,\"n\":null},\"a\":[{\"q\":\"\u2028\\\"\\\\\\n\"}],\"e\":{},\"ea\":[]}\n"},
		{map[string]string{"ignoreNullFields": "false", "writeNonAsciiCharacterAsCodePoint": "true"}, strings.ReplaceAll(text, `\u2028`, "\\u2028") + "\n"},
		{map[string]string{"pretty": "true"}, "{\n  \"s\" : {\n    \"x\" : 1,\n    \"z\" : [ 1, null, 3 ]\n  },\n  \"m\" : {\n    \"k\" : 1,\n    \"n\" : null\n  },\n  \"a\" : [ {\n    \"q\" : \"\u2028\\\"\\\\\\n\"\n  } ],\n  \"e\" : { },\n  \"ea\" : [ ]\n}\n"},
	} {
		alloc := vec.NewAllocator(0)
		schema, _ := types.ParseDDL("s struct<x:int,y:int,z:array<int>>, m map<string,int>, a array<struct<q:string>>, e struct<w:int>, ea array<int>")
		o, _ := ParseJSONOptions(nil, Session{})
		r, err := OpenJSON(strings.NewReader(text), o, Columns{Schema: schema}, alloc)
		if err != nil {
			t.Fatal(err)
		}
		batch, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		wo, _ := ParseJSONWriteOptions(c.options, Session{})
		var out bytes.Buffer
		w, _ := NewJSONWriter(&out, schema, wo)
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil || out.String() != c.want {
			t.Errorf("%v\ngot  %s\nwant %s", err, out.String(), c.want)
		}
		batch.Release()
		if alloc.Used() != 0 {
			t.Errorf("%d bytes leak", alloc.Used())
		}
	}
}

func TestJavaDecimal(t *testing.T) {
	for _, c := range []struct {
		v     int64
		scale int
		want  string
	}{{0, 0, "0"}, {0, 18, "0E-18"}, {15, 1, "1.5"}, {-1, 6, "-0.000001"}, {1, 7, "1E-7"}, {-123, 10, "-1.23E-8"}} {
		if got := string(appendJavaDecimal(nil, types.Int128Of(c.v), c.scale)); got != c.want {
			t.Errorf("%d at %d: %s, want %s", c.v, c.scale, got, c.want)
		}
	}
}
