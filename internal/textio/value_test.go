package textio

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

func TestFromJSON(t *testing.T) {
	for _, c := range []struct{ schema, text, want string }{
		{"struct<a:int,b:string>", `{"a":1,"b":"x"}`, `{"a":1,"b":"x"}`},
		{"struct<a:int,b:string>", `{"a":"1"}`, `{"a":null,"b":null}`},
		{"struct<a:int,b:string>", ` `, `null`},
		{"struct<a:int,b:string>", `bad`, `{"a":null,"b":null}`},
		{"struct<a:int>", `[{"a":1}]`, `{"a":null}`},
		{"struct<a:int,_corrupt_record:string>", `{"a":"x"}`, `{"_corrupt_record":"{\"a\":\"x\"}","a":null}`},
		{"struct<a:int>", `{"a":1} trailing`, `{"a":1}`},
		{"array<int>", `[1,2,null]`, `[1,2,null]`},
		{"array<int>", `[1,"x"]`, `null`},
		{"array<struct<a:int>>", `{"a":1}`, `[{"a":1}]`},
		{"map<string,int>", `{"k":1,"l":null}`, `{"k":1,"l":null}`},
		{"map<string,int>", `3`, `null`},
		{"array<int>", `null`, `null`},
	} {
		alloc := vec.NewAllocator(0)
		kind, err := types.ParseType(c.schema)
		if err != nil {
			t.Fatal(err)
		}
		o, _ := ParseJSONOptions(nil, Session{CorruptColumn: "_corrupt_record"})
		p, err := NewJSONValueParser(o, kind)
		if err != nil {
			t.Fatal(err)
		}
		arena := alloc.NewArena()
		b := vec.NewBuilder(arena, kind)
		for range 2 { // the second must not see the first
			if err := p.Append(b, []byte(c.text)); err != nil {
				t.Fatal(err)
			}
		}
		v := b.Finish()
		for i := range 2 {
			if got, _ := json.Marshal(cell(v, i)); string(got) != c.want {
				t.Errorf("%s of %s: %s, want %s", c.schema, c.text, got, c.want)
			}
		}
		arena.Release()
	}
	o, _ := ParseJSONOptions(map[string]string{"mode": "FAILFAST"}, Session{})
	p, _ := NewJSONValueParser(o, types.NewStruct().Add("a", types.Integer, true))
	arena := vec.NewAllocator(0).NewArena()
	defer arena.Release()
	err := p.Append(vec.NewBuilder(arena, p.t), []byte(`{"a":"x"}`))
	if sparkerr.Condition(err) != "MALFORMED_RECORD_IN_PARSING.WITHOUT_SUGGESTION" {
		t.Error(err)
	}
}

func TestInferValues(t *testing.T) {
	o, _ := ParseJSONOptions(nil, Session{})
	for text, want := range map[string]string{
		`{}`: "STRUCT<>", `null`: "STRING", `[1, "two", 3.5, null, true]`: "ARRAY<STRING>", `{"a":{"b":[1,2,{"c":null}]}}`: "STRUCT<a: STRUCT<b: ARRAY<STRING>>>",
		`[{"a":1},{"a":2}]`: "ARRAY<STRUCT<a: BIGINT>>", `1`: "BIGINT", `[]`: "ARRAY<STRING>",
	} {
		if got, err := InferJSONValue(o, text); err != nil || got.SQL() != want {
			t.Errorf("%s: %v %v, want %s", text, got, err, want)
		}
	}
	c, _ := ParseCSVOptions(nil, Session{})
	if got, err := InferCSVValue(c, "1,abc,2.5,2024-01-01"); err != nil || got.SQL() != "STRUCT<_c0: INT, _c1: STRING, _c2: DOUBLE, _c3: DATE>" {
		t.Errorf("%v %v", got, err)
	}
}

func TestFromAndToCSV(t *testing.T) {
	alloc := vec.NewAllocator(0)
	s, _ := types.ParseDDL("a int, b string, _corrupt_record string")
	o, _ := ParseCSVOptions(nil, Session{CorruptColumn: "_corrupt_record"})
	p, err := NewCSVValueParser(o, s)
	if err != nil {
		t.Fatal(err)
	}
	arena := alloc.NewArena()
	b := vec.NewBuilder(arena, s)
	for _, text := range []string{`1,"x,y"`, `z,b`, `1`} {
		if err := p.Append(b, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	v := b.Finish()
	e := NewCSVEncoder(mustCSVWrite(t))
	for i, want := range []string{`1,"x,y",`, `,b,"z,b"`, `1,,1`} {
		if got := string(e.Append(nil, v, i)); got != want {
			t.Errorf("row %d: %s, want %s", i, got, want)
		}
	}
	arena.Release()
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leak", alloc.Used())
	}
}

func mustCSVWrite(t *testing.T) *CSVOptions {
	t.Helper()
	o, err := ParseCSVWriteOptions(nil, Session{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestSplits reads a file in parts of every size and wants every line once.
func TestSplits(t *testing.T) {
	var text strings.Builder
	var want []string
	for i := range 40 {
		line := strings.Repeat("x", i%7+1) + string(rune('a'+i%26))
		want = append(want, line)
		text.WriteString(line)
		if i < 39 {
			text.WriteString([]string{"\n", "\r\n"}[i%2])
		}
	}
	data := strings.NewReader(text.String())
	for size := int64(1); size < 60; size++ {
		var got []string
		for _, part := range Splits(data.Size(), size) {
			r, err := SplitReader(data, data.Size(), part, "")
			if err != nil {
				t.Fatal(err)
			}
			lines, err := newLineReader(r, "", nil)
			if err != nil {
				t.Fatal(err)
			}
			for {
				line, err := lines.next()
				if err != nil {
					break
				}
				got = append(got, string(line))
			}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Fatalf("parts of %d bytes: %d lines of %d", size, len(got), len(want))
		}
	}
}

// TestLinesAcrossBuffers checks line ends that fall on the end of the read buffer.
func TestLinesAcrossBuffers(t *testing.T) {
	for pad := readBytes - 3; pad <= readBytes+1; pad++ {
		long := strings.Repeat("y", pad)
		for _, end := range []string{"\n", "\r\n", "\r"} {
			lines, _ := newLineReader(strings.NewReader(long+end+"b"+end+"c"), "", nil)
			var got []string
			for {
				line, err := lines.next()
				if err != nil {
					break
				}
				got = append(got, string(line))
			}
			if len(got) != 3 || got[0] != long || got[1] != "b" || got[2] != "c" {
				t.Fatalf("%d bytes before %q: %d lines", pad, end, len(got))
			}
		}
	}
}

// TestManyBatches reads more rows than a batch holds, dropping some.
func TestManyBatches(t *testing.T) {
	alloc := vec.NewAllocator(0)
	var text bytes.Buffer
	want := 0
	for i := range 3*vec.BatchRows + 17 {
		if i%5 == 0 {
			text.WriteString("bad,row\n")
			continue
		}
		want++
		text.WriteString("1,row\n")
	}
	o, _ := ParseCSVOptions(map[string]string{"mode": "DROPMALFORMED"}, Session{})
	s, _ := types.ParseDDL("a int, b string")
	r, err := OpenCSV(&text, o, Columns{Schema: s}, alloc)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := drain(r)
	if err != nil || len(rows) != want || alloc.Used() != 0 {
		t.Errorf("%v, %d rows of %d, %d bytes left", err, len(rows), want, alloc.Used())
	}
}

func BenchmarkReadCSV(b *testing.B) {
	line := `00AA,,K00AA,"Aero B Ranch Airport",Leoti,Kansas,US,3435,38.704,-101.473,"America/Chicago"` + "\n"
	data := []byte(strings.Repeat(line, 50000))
	s, _ := types.ParseDDL("a string, b string, c string, d string, e string, f string, g string, h int, i double, j double, k string")
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		alloc := vec.NewAllocator(0)
		o, _ := ParseCSVOptions(nil, Session{})
		r, _ := OpenCSV(bytes.NewReader(data), o, Columns{Schema: s}, alloc)
		n := 0
		for {
			batch, err := r.Next()
			if err != nil {
				b.Fatal(err)
			}
			if batch == nil {
				break
			}
			n += batch.Rows()
			batch.Release()
		}
		if n != 50000 {
			b.Fatal(n)
		}
	}
}
