package textio

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/vec"
)

// answer is a text, how it is read, and what Spark 4.2 read from it (testdata/answers.jsonl, recorded on the day that Session.Today
// says below).
type answer struct {
	Name, Fmt, Data, Base64, Schema, Type string
	Options                               map[string]string
	Select                                []string
	NTZ, Fails                            bool
	Rows                                  [][]any
}

func (a answer) bytes(t *testing.T) []byte {
	if a.Base64 == "" {
		return []byte(a.Data)
	}
	b, err := base64.StdEncoding.DecodeString(a.Base64)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAnswersOfSpark(t *testing.T) {
	f, err := os.Open("testdata/answers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a answer
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.UseNumber()
		if err := d.Decode(&a); err != nil {
			t.Fatal(err)
		}
		t.Run(a.Name, func(t *testing.T) { a.check(t) })
	}
}

func (a answer) check(t *testing.T) {
	alloc := vec.NewAllocator(0)
	schema, rows, err := a.read(a.bytes(t), alloc)
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leak", alloc.Used())
	}
	if a.Fails {
		if err == nil {
			t.Errorf("no error, but %v", rows)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	got, _ := json.Marshal(rows)
	want, _ := json.Marshal(a.Rows)
	if schema.SimpleString() != a.Type || string(got) != string(want) {
		t.Errorf("data %q\ngot  %s %s\nwant %s %s", a.bytes(t), schema.SimpleString(), got, a.Type, want)
	}
}

func (a answer) read(data []byte, alloc *vec.Allocator) (schema types.StructType, rows [][]any, err error) {
	s := Session{Zone: datetime.UTC, CorruptColumn: "_corrupt_record", Today: datetime.Days(2026, 12, 1), NTZ: a.NTZ}
	if a.Schema != "" {
		if schema, err = types.ParseDDL(a.Schema); err != nil {
			return schema, nil, err
		}
		schema = types.AsNullable(schema).(types.StructType)
	}
	scanner, schema, err := a.open(bytes.NewReader(data), schema, s, alloc)
	if err != nil {
		return schema, nil, err
	}
	rows, err = drain(scanner)
	return schema, rows, err
}

func (a answer) open(r *bytes.Reader, schema types.StructType, s Session, alloc *vec.Allocator) (Scanner, types.StructType, error) {
	c := Columns{}
	for _, n := range a.Select {
		_, i, _ := schema.Field(n)
		c.Required = append(c.Required, i)
	}
	switch a.Fmt {
	case "csv":
		o, err := ParseCSVOptions(a.Options, s)
		if err == nil && a.Schema == "" {
			schema, err = InferCSV(r, o)
			r.Seek(0, 0)
		}
		if err != nil {
			return nil, schema, err
		}
		c.Schema = schema
		scanner, err := OpenCSV(r, o, c, alloc)
		return scanner, schema, err
	case "json":
		o, err := ParseJSONOptions(a.Options, s)
		if err == nil && a.Schema == "" {
			schema, err = InferJSON(r, o)
			r.Seek(0, 0)
		}
		if err != nil {
			return nil, schema, err
		}
		c.Schema = schema
		scanner, err := OpenJSON(r, o, c, alloc)
		return scanner, schema, err
	}
	o, err := ParseTextOptions(a.Options)
	if err != nil {
		return nil, schema, err
	}
	c.Schema = TextSchema
	scanner, err := OpenText(r, o, c, alloc)
	return scanner, TextSchema, err
}

func drain(s Scanner) ([][]any, error) {
	rows := [][]any{}
	for {
		b, err := s.Next()
		if b == nil || err != nil {
			return rows, err
		}
		for k := range b.Rows() {
			row := []any{}
			for _, c := range b.Cols {
				row = append(row, cell(c, b.Row(k)))
			}
			rows = append(rows, row)
		}
		b.Release()
	}
}

// cell is a value in the form of the recorded answers.
func cell(v *vec.Vector, i int) any {
	if v.IsNull(i) {
		return nil
	}
	text := func() string { w := vec.At[vec.View](v, i); return strings.Clone(w.Str()) }
	switch t := v.Type.(type) {
	case types.ByteType:
		return vec.At[int8](v, i)
	case types.ShortType:
		return vec.At[int16](v, i)
	case types.IntegerType:
		return vec.At[int32](v, i)
	case types.LongType:
		return vec.At[int64](v, i)
	case types.BooleanType:
		return vec.At[bool](v, i)
	case types.FloatType:
		return pythonFloat(float64(vec.At[float32](v, i)))
	case types.DoubleType:
		return pythonFloat(vec.At[float64](v, i))
	case types.DecimalType:
		return types.Decimal{Unscaled: vec.At[types.Int128](v, i), Precision: t.Precision, Scale: t.Scale}.String()
	case types.DateType:
		return string(datetime.AppendDate(nil, vec.At[int32](v, i)))
	case types.TimestampType, types.TimestampNTZType:
		return string(datetime.AppendTimestampNTZ(nil, vec.At[int64](v, i)))
	case types.StringType:
		return text()
	case types.BinaryType:
		return "b'" + text() + "'"
	case types.ArrayType:
		span, out := vec.At[vec.Span](v, i), []any{}
		for k := span.Offset; k < span.Offset+span.Size; k++ {
			out = append(out, cell(v.Children[0], int(k)))
		}
		return out
	case types.MapType:
		span, out := vec.At[vec.Span](v, i), map[string]any{}
		for k := span.Offset; k < span.Offset+span.Size; k++ {
			out[fmt.Sprint(cell(v.Children[0], int(k)))] = cell(v.Children[1], int(k))
		}
		return out
	case types.StructType:
		out := map[string]any{}
		for k, f := range t.Fields {
			out[f.Name] = cell(v.Children[k], i)
		}
		return out
	}
	return "?"
}

// pythonFloat is Python's repr.
func pythonFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	if m := math.Abs(f); m != 0 && (m < 1e-4 || m >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
