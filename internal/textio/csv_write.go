package textio

import (
	"bytes"
	"io"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

const writeBytes = 64 << 10

// CSVWriter writes batches as CSV. Close it to write what is buffered; it does not close the writer below.
type CSVWriter struct {
	w      io.Writer
	o      *CSVOptions
	buf    []byte
	field  []byte
	header []string // nil once written
	err    error
}

// NewCSVWriter starts a file; options come from ParseCSVWriteOptions. A column of a type that CSV cannot hold is an error.
func NewCSVWriter(w io.Writer, schema types.StructType, o *CSVOptions) (*CSVWriter, error) {
	for _, f := range schema.Fields {
		switch f.Type.ID() {
		case types.IDArray, types.IDMap, types.IDStruct, types.IDVariant, types.IDCalendarInterval, types.IDGeometry, types.IDGeography:
			return nil, unsupportedType("CSV", f)
		}
	}
	c := &CSVWriter{w: w, o: o}
	if o.Header {
		c.header = schema.Names()
	}
	return c, nil
}

// Write appends the selected rows of a batch.
func (c *CSVWriter) Write(b *vec.Batch) error {
	c.writeHeader()
	for i := range b.Rows() {
		c.row(b, b.Row(i))
		if len(c.buf) >= writeBytes {
			c.flush()
		}
	}
	return c.err
}

// Close writes what is left, and the header when there were no rows.
func (c *CSVWriter) Close() error {
	c.writeHeader()
	c.flush()
	return c.err
}

func (c *CSVWriter) flush() {
	if c.err == nil && len(c.buf) > 0 {
		_, c.err = c.w.Write(c.buf)
	}
	c.buf = c.buf[:0]
}

func (c *CSVWriter) writeHeader() {
	if c.header == nil {
		return
	}
	for i, name := range c.header {
		if i > 0 {
			c.buf = append(c.buf, c.o.Sep...)
		}
		c.field = append(c.field[:0], name...)
		c.value(i, c.field, false)
	}
	c.header = nil
	c.endLine()
}

func (c *CSVWriter) endLine() {
	if c.o.LineSep == "" {
		c.buf = append(c.buf, '\n')
		return
	}
	c.buf = append(c.buf, c.o.LineSep...)
}

// row writes a row; one without any text (a single NULL) leaves no line, as in Spark.
func (c *CSVWriter) row(b *vec.Batch, i int) {
	from := len(c.buf)
	for k, v := range b.Cols {
		if k > 0 {
			c.buf = append(c.buf, c.o.Sep...)
		}
		c.field = c.field[:0]
		null := v.IsNull(i)
		if !null {
			c.field = c.text(c.field, v, i)
		}
		c.value(k, c.field, null)
	}
	if len(c.buf) > from {
		c.endLine()
	}
}

func (c *CSVWriter) text(b []byte, v *vec.Vector, i int) []byte {
	if text, ok := c.o.times.appendScalar(b, v, i); ok {
		return text
	}
	switch t := v.Type.(type) {
	case types.DecimalType:
		return types.AppendDecimal(b, vec.At[types.Int128](v, i), t.Scale)
	case types.BinaryType:
		view := vec.At[vec.View](v, i)
		return appendHexList(b, view.Bytes())
	}
	view := vec.At[vec.View](v, i)
	return append(b, view.Bytes()...)
}

// appendHexList is Spark's text of a binary value: [61 62 FF].
func appendHexList(b, data []byte) []byte {
	const hex = "0123456789ABCDEF"
	b = append(b, '[')
	for i, c := range data {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, hex[c>>4], hex[c&15])
	}
	return append(b, ']')
}

// value writes a field of column k, quoted where the univocity writer quotes with Spark's settings.
func (c *CSVWriter) value(k int, text []byte, null bool) {
	o := c.o
	if o.TrimLeading {
		for len(text) > 0 && text[0] <= ' ' {
			text = text[1:]
		}
	}
	if o.TrimTrailing {
		text = trimTrailing(text)
	}
	stands := false // for null or empty
	switch {
	case null:
		text, stands = []byte(o.NullValue), true
	case len(text) == 0:
		text, stands = []byte(o.EmptyValue), true
	}
	if !o.QuoteAll && !c.mustQuote(k, text) {
		c.buf = append(c.buf, text...)
		return
	}
	if n := len(text); stands && n >= 2 && text[0] == o.Quote && text[n-1] == o.Quote {
		c.buf = append(c.buf, text...)
		return
	}
	c.buf = append(c.buf, o.Quote)
	for _, b := range text {
		switch {
		case b == o.Quote && o.Escape != 0:
			c.buf = append(c.buf, o.Escape)
		case b == o.Escape && o.EscapeEscape != 0 && b != o.Quote:
			c.buf = append(c.buf, o.EscapeEscape)
		}
		c.buf = append(c.buf, b)
	}
	c.buf = append(c.buf, o.Quote)
}

func (c *CSVWriter) mustQuote(k int, text []byte) bool {
	if len(text) == 0 {
		return false
	}
	o := c.o
	comment := o.Comment
	if comment == 0 {
		comment = '#'
	}
	switch {
	case text[0] == o.Quote, k == 0 && text[0] == comment:
		return true
	case bytes.IndexByte(text, '\n') >= 0, bytes.IndexByte(text, '\r') >= 0, bytes.Contains(text, []byte(o.Sep)):
		return true
	case o.LineSep != "" && strings.IndexByte(string(text), o.LineSep[0]) >= 0:
		return true
	}
	return o.EscapeQuotes && o.Quote != 0 && bytes.IndexByte(text, o.Quote) >= 0
}
