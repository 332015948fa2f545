package textio

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// FuzzJSON reads any text into a nested schema: no panic, no leak, and what encoding/json calls valid is valid here.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":1}`, `{"a":[1,{"b":"\u00e9\ud83d\ude00"}],"m":{"k":null}}`, `[{"a":"x"},{}]`, `{"a":1e5,"a":-0.5}`, `{"s":{"x":[[1],[]]}}`, "nul", `"\`} {
		f.Add(s)
	}
	schema, err := types.ParseDDL("a int, m map<string,array<int>>, s struct<x:array<array<double>>,y:string>, l array<struct<b:string>>, _corrupt_record string")
	if err != nil {
		f.Fatal(err)
	}
	o, err := ParseJSONOptions(nil, Session{CorruptColumn: "_corrupt_record"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		alloc := vec.NewAllocator(0)
		for _, multi := range []bool{false, true} {
			options := *o
			options.MultiLine = multi
			r, err := OpenJSON(bytes.NewReader([]byte(text)), &options, Columns{Schema: schema}, alloc)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := drain(r); err != nil {
				t.Fatalf("PERMISSIVE fails: %v", err)
			}
			if _, err := InferJSON(bytes.NewReader([]byte(text)), &options); err != nil {
				t.Fatal(err)
			}
		}
		if alloc.Used() != 0 {
			t.Errorf("%d bytes leak", alloc.Used())
		}
		tape := jsonTape{}
		if ok, _ := tape.parse([]byte(text)); utf8.ValidString(text) && json.Valid([]byte(text)) && !ok {
			t.Errorf("valid JSON is refused: %q", text)
		}
	})
}

// FuzzCSV reads any text: no panic, no leak, and what the writer writes of the values reads back the same.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{"a,b\n", `"a""b",x`, "\"a\nb\",\"c", "a,\"b\" ,c\r\n\r\n", `"a\"b",\`, "#c\n,\"\""} {
		f.Add(s, `"`, true)
		f.Add(s, `\`, false)
	}
	schema := types.NewStruct().Add("a", types.String, true).Add("b", types.String, true)
	f.Fuzz(func(t *testing.T, text, escape string, multi bool) {
		options := map[string]string{"multiLine": map[bool]string{true: "true", false: "false"}[multi], "ignoreLeadingWhiteSpace": "false", "ignoreTrailingWhiteSpace": "false"}
		if escape == `"` {
			options["escape"] = escape
		}
		alloc := vec.NewAllocator(0)
		o, err := ParseCSVOptions(options, Session{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := OpenCSV(bytes.NewReader([]byte(text)), o, Columns{Schema: schema}, alloc)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := drain(r)
		if err != nil {
			t.Fatalf("PERMISSIVE fails: %v", err)
		}
		if alloc.Used() != 0 {
			t.Errorf("%d bytes leak", alloc.Used())
		}
		if len(rows) == 0 || escape != `"` || !multi {
			return
		}
		var a, b []any
		for _, row := range rows {
			a, b = append(a, row[0]), append(b, row[1])
		}
		batch, _ := textBatch(alloc, a, b)
		defer batch.Release()
		wo, _ := ParseCSVWriteOptions(options, Session{})
		var out bytes.Buffer
		w, _ := NewCSVWriter(&out, schema, wo)
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		again, err := OpenCSV(bytes.NewReader(out.Bytes()), o, Columns{Schema: schema}, alloc)
		if err != nil {
			t.Fatal(err)
		}
		back, _ := drain(again)
		x, _ := json.Marshal(rows)
		y, _ := json.Marshal(back)
		if string(x) != string(y) {
			t.Errorf("text %q\nread  %s\nwrote %q\nread  %s", text, x, out.String(), y)
		}
	})
}
