package textio

import (
	"encoding/base64"
	"io"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// JSONWriter writes batches as one JSON object a line. Close it to write what is buffered; it does not close the writer below.
type JSONWriter struct {
	w     io.Writer
	o     *JSONOptions
	enc   *JSONEncoder
	names []string
	buf   []byte
	err   error
}

// NewJSONWriter starts a file; options come from ParseJSONWriteOptions. A column of a type that JSON cannot hold is an error.
func NewJSONWriter(w io.Writer, schema types.StructType, o *JSONOptions) (*JSONWriter, error) {
	for _, f := range schema.Fields {
		if types.Exists(f.Type, func(t types.DataType) bool {
			switch t.ID() {
			case types.IDVariant, types.IDCalendarInterval, types.IDGeometry, types.IDGeography:
				return true
			}
			return false
		}) {
			return nil, unsupportedType("JSON", f)
		}
	}
	return &JSONWriter{w: w, o: o, enc: NewJSONEncoder(o), names: schema.Names()}, nil
}

// Write appends the selected rows of a batch.
func (j *JSONWriter) Write(b *vec.Batch) error {
	for i := range b.Rows() {
		j.buf = j.enc.object(j.buf, j.names, b.Cols, b.Row(i), 0)
		if j.o.LineSep == "" {
			j.buf = append(j.buf, '\n')
		} else {
			j.buf = append(j.buf, j.o.LineSep...)
		}
		if len(j.buf) >= writeBytes {
			j.flush()
		}
	}
	return j.err
}

// Close writes what is left.
func (j *JSONWriter) Close() error {
	j.flush()
	return j.err
}

func (j *JSONWriter) flush() {
	if j.err == nil && len(j.buf) > 0 {
		_, j.err = j.w.Write(j.buf)
	}
	j.buf = j.buf[:0]
}

// JSONEncoder turns values into JSON text, for the writer and for to_json (JacksonGenerator).
type JSONEncoder struct {
	o       *JSONOptions
	scratch []byte
}

// NewJSONEncoder makes an encoder with the options of ParseJSONWriteOptions.
func NewJSONEncoder(o *JSONOptions) *JSONEncoder { return &JSONEncoder{o: o} }

// Append appends row i of v, a value of any type.
func (e *JSONEncoder) Append(b []byte, v *vec.Vector, i int) []byte { return e.value(b, v, i, 0) }

// object writes fields of row i; null ones are left out unless the options keep them.
func (e *JSONEncoder) object(b []byte, names []string, fields []*vec.Vector, i, depth int) []byte {
	b = append(b, '{')
	first := true
	for k, v := range fields {
		if e.o.IgnoreNullFields && v.IsNull(i) {
			continue
		}
		b = e.name(b, names[k], first, depth+1)
		b = e.value(b, v, i, depth+1)
		first = false
	}
	return e.endObject(b, first, depth)
}

// name begins a field.
func (e *JSONEncoder) name(b []byte, name string, first bool, depth int) []byte {
	if !first {
		b = append(b, ',')
	}
	b = e.line(b, depth)
	b = e.string(b, []byte(name))
	if e.o.Pretty {
		return append(b, " : "...)
	}
	return append(b, ':')
}

// line starts an indented line in pretty text.
func (e *JSONEncoder) line(b []byte, depth int) []byte {
	if !e.o.Pretty {
		return b
	}
	b = append(b, '\n')
	for range depth {
		b = append(b, "  "...)
	}
	return b
}

func (e *JSONEncoder) endObject(b []byte, empty bool, depth int) []byte {
	switch {
	case !empty:
		b = e.line(b, depth)
	case e.o.Pretty:
		b = append(b, ' ')
	}
	return append(b, '}')
}

func (e *JSONEncoder) value(b []byte, v *vec.Vector, i, depth int) []byte {
	if v.IsNull(i) {
		return append(b, "null"...)
	}
	switch t := v.Type.(type) {
	case types.StructType:
		base, slot := v.Base(), v.Slot(i)
		return e.object(b, t.Names(), base.Children, slot, depth)
	case types.ArrayType:
		return e.array(b, v, i, depth)
	case types.MapType:
		return e.mapValue(b, v, i, depth)
	case types.DecimalType:
		return appendJavaDecimal(b, vec.At[types.Int128](v, i), t.Scale)
	case types.BinaryType:
		view := vec.At[vec.View](v, i)
		b = append(b, '"')
		b = base64.StdEncoding.AppendEncode(b, view.Bytes())
		return append(b, '"')
	case types.StringType, types.CharType, types.VarcharType:
		view := vec.At[vec.View](v, i)
		return e.string(b, view.Bytes())
	}
	return e.scalar(b, v, i)
}

// scalar quotes what is no number or boolean in JSON.
func (e *JSONEncoder) scalar(b []byte, v *vec.Vector, i int) []byte {
	switch v.Type.ID() {
	case types.IDBoolean, types.IDByte, types.IDShort, types.IDInteger, types.IDLong:
		b, _ = e.o.times.appendScalar(b, v, i)
		return b
	case types.IDFloat:
		if f := float64(vec.At[float32](v, i)); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return types.AppendFloat(b, f, 32)
		}
	case types.IDDouble:
		if f := vec.At[float64](v, i); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return types.AppendFloat(b, f, 64)
		}
	}
	e.scratch, _ = e.o.times.appendScalar(e.scratch[:0], v, i)
	return e.string(b, e.scratch)
}

func (e *JSONEncoder) array(b []byte, v *vec.Vector, i, depth int) []byte {
	span := vec.At[vec.Span](v, i)
	elements := v.Base().Children[0]
	b = append(b, '[')
	for k := span.Offset; k < span.Offset+span.Size; k++ {
		if k > span.Offset {
			b = append(b, ',')
		}
		if e.o.Pretty {
			b = append(b, ' ')
		}
		b = e.value(b, elements, int(k), depth)
	}
	if e.o.Pretty {
		b = append(b, ' ')
	}
	return append(b, ']')
}

// mapValue writes a map as an object; values that are null stay.
func (e *JSONEncoder) mapValue(b []byte, v *vec.Vector, i, depth int) []byte {
	span := vec.At[vec.Span](v, i)
	base := v.Base()
	b = append(b, '{')
	var key []byte
	for k := int(span.Offset); k < int(span.Offset+span.Size); k++ {
		key = e.key(key[:0], base.Children[0], k)
		b = e.name(b, string(key), k == int(span.Offset), depth+1)
		b = e.value(b, base.Children[1], k, depth+1)
	}
	return e.endObject(b, span.Size == 0, depth)
}

// key is the text of a map key: that of Spark's internal value, so that dates are day numbers and timestamps microseconds.
func (e *JSONEncoder) key(b []byte, v *vec.Vector, i int) []byte {
	switch t := v.Type.(type) {
	case types.DateType:
		return strconv.AppendInt(b, int64(vec.At[int32](v, i)), 10)
	case types.TimestampType, types.TimestampNTZType, types.TimeType:
		return strconv.AppendInt(b, vec.At[int64](v, i), 10)
	case types.DecimalType:
		return types.AppendDecimal(b, vec.At[types.Int128](v, i), t.Scale)
	case types.StringType, types.CharType, types.VarcharType:
		view := vec.At[vec.View](v, i)
		return append(b, view.Bytes()...)
	}
	if text, ok := e.o.times.appendScalar(b, v, i); ok {
		return text
	}
	return e.value(b, v, i, 0)
}

// string quotes as Jackson does: the quote, the back-slash and control characters are escaped, and all but ASCII when asked for.
func (e *JSONEncoder) string(b, s []byte) []byte {
	const hex = "0123456789ABCDEF"
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && (c < utf8.RuneSelf || !e.o.WriteNonASCIIAsEscape) {
			i++
			continue
		}
		b = append(b, s[from:i]...)
		n := 1
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c == '\b':
			b = append(b, `\b`...)
		case c == '\f':
			b = append(b, `\f`...)
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			var r rune
			r, n = utf8.DecodeRune(s[i:])
			for _, u := range utf16.Encode([]rune{r}) {
				b = append(b, '\\', 'u', hex[u>>12], hex[u>>8&15], hex[u>>4&15], hex[u&15])
			}
		}
		i += n
		from = i
	}
	return append(append(b, s[from:]...), '"')
}
