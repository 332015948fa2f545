package textio

import (
	"errors"
	"io"
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// TextSchema is the schema of plain text files: a string column "value", one row a line.
var TextSchema = types.NewStruct(types.StructField{Name: "value", Type: types.String, Nullable: true})

// TextOptions are the options of plain text.
type TextOptions struct {
	WholeText bool
	LineSep   string
	decode    decoder
}

// ParseTextOptions reads options, whose names have no case.
func ParseTextOptions(options map[string]string) (*TextOptions, error) {
	m := newOptionMap(options)
	o := &TextOptions{}
	var err error
	if o.WholeText, err = m.flag("wholetext", false); err != nil {
		return nil, err
	}
	if o.LineSep, err = m.lineSeparator(); err != nil {
		return nil, err
	}
	o.decode, err = charset(m.text("UTF-8", "encoding"))
	return o, err
}

type textScanner struct {
	lines *lineReader
	whole []byte
	alloc *vec.Allocator
	empty bool // no column is wanted
	done  bool
}

// OpenText starts reading a file into the column value, or into no columns when Required is empty.
func OpenText(r io.Reader, o *TextOptions, c Columns, alloc *vec.Allocator) (Scanner, error) {
	s := &textScanner{alloc: alloc, empty: len(c.required()) == 0}
	var err error
	if o.WholeText {
		s.whole, err = readAll(r, o.decode)
		return s, err
	}
	s.lines, err = newLineReader(r, o.LineSep, o.decode)
	return s, err
}

// Next reads up to vec.BatchRows lines.
func (s *textScanner) Next() (*vec.Batch, error) {
	if s.done {
		return nil, nil
	}
	batch := s.alloc.NewBatch(0)
	b := vec.NewBuilder(batch.Arena, types.String)
	for b.Len() < vec.BatchRows {
		line, err := s.line()
		if errors.Is(err, io.EOF) {
			s.done = true
			break
		}
		if err != nil {
			batch.Release()
			return nil, err
		}
		b.Text(validText(line))
	}
	if batch.Len = b.Len(); batch.Len == 0 {
		batch.Release()
		return nil, nil
	}
	if !s.empty {
		batch.Cols = []*vec.Vector{b.Finish()}
	}
	return batch, nil
}

func (s *textScanner) line() ([]byte, error) {
	if s.lines != nil {
		return s.lines.next()
	}
	if s.whole == nil {
		return nil, io.EOF
	}
	text := s.whole
	s.whole = nil
	return text, nil
}

// TextWriter writes a string column, one line a row; NULL is an empty line.
type TextWriter struct {
	w   io.Writer
	o   *TextOptions
	buf []byte
	err error
}

// NewTextWriter starts a file. The schema must be a single string column.
func NewTextWriter(w io.Writer, schema types.StructType, o *TextOptions) (*TextWriter, error) {
	if len(schema.Fields) != 1 {
		return nil, sparkerr.New("_LEGACY_ERROR_TEMP_1290", "schemaSize", strconv.Itoa(len(schema.Fields))).
			WithMessage("Text files hold one column; there are %d.", len(schema.Fields))
	}
	if f := schema.Fields[0]; !types.IsString(f.Type) {
		return nil, unsupportedType("Text", f)
	}
	return &TextWriter{w: w, o: o}, nil
}

// Write appends the selected rows of a batch.
func (t *TextWriter) Write(b *vec.Batch) error {
	for i := range b.Rows() {
		if k := b.Row(i); !b.Cols[0].IsNull(k) {
			view := vec.At[vec.View](b.Cols[0], k)
			t.buf = append(t.buf, view.Bytes()...)
		}
		if t.o.LineSep == "" {
			t.buf = append(t.buf, '\n')
		} else {
			t.buf = append(t.buf, t.o.LineSep...)
		}
		if len(t.buf) >= writeBytes {
			t.flush()
		}
	}
	return t.err
}

// Close writes what is left.
func (t *TextWriter) Close() error {
	t.flush()
	return t.err
}

func (t *TextWriter) flush() {
	if t.err == nil && len(t.buf) > 0 {
		_, t.err = t.w.Write(t.buf)
	}
	t.buf = t.buf[:0]
}
