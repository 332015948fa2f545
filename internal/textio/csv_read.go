package textio

import (
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/vec"
)

// Scanner yields the batches of a file. Next returns nil at the end; the caller releases batches. It belongs to one goroutine.
type Scanner interface {
	Next() (*vec.Batch, error)
}

// Columns are what a scan reads: the schema of the file, possibly with a string column for corrupt records, and which of it are wanted.
type Columns struct {
	Schema types.StructType
	// Required are indexes into Schema, in output order; nil means all. A CSV record is checked for its number of fields only
	// when all are required, as in Spark.
	Required []int
}

func (c Columns) required() []int {
	if c.Required != nil {
		return c.Required
	}
	all := make([]int, len(c.Schema.Fields))
	for i := range all {
		all[i] = i
	}
	return all
}

// csvRecords yields the records of a file, the header among them.
type csvRecords struct {
	o     *CSVOptions
	lines *lineReader // nil for a multi-line document
	cut   *csvTokenizer
}

func newCSVRecords(r io.Reader, o *CSVOptions) (*csvRecords, error) {
	c := &csvRecords{o: o, cut: newCSVTokenizer(o)}
	if o.MultiLine {
		text, err := readAll(r, o.decode)
		c.cut.document(text, o.LineSep)
		return c, err
	}
	var err error
	c.lines, err = newLineReader(r, o.LineSep, o.decode)
	return c, err
}

// next is the next record and its text; io.EOF at the end.
func (c *csvRecords) next() (tokens []token, raw []byte, err error) {
	if c.lines == nil {
		tokens, raw, ok := c.cut.next(c.o.Comment)
		if !ok {
			return nil, nil, io.EOF
		}
		return tokens, raw, c.check(tokens)
	}
	for {
		line, err := c.lines.next()
		if err != nil {
			return nil, nil, err
		}
		if isBlank(line) || c.o.Comment != 0 && line[0] == c.o.Comment {
			continue
		}
		tokens := c.cut.line(line)
		return tokens, line, c.check(tokens)
	}
}

func (c *csvRecords) check(tokens []token) error {
	if c.o.MaxColumns > 0 && len(tokens) > c.o.MaxColumns {
		return sparkerr.New("MALFORMED_CSV_RECORD", "badRecord", strconv.Itoa(len(tokens))+" columns where maxColumns allows "+strconv.Itoa(c.o.MaxColumns))
	}
	return nil
}

// value is the text of a token after empty and null values are replaced; null tells whether it is NULL. A field without any text is null
// whatever nullValue is; "" is emptyValue.
func (o *CSVOptions) value(t token) (text []byte, null bool) {
	if len(t.text) == 0 {
		if !t.quoted {
			return nil, true
		}
		return []byte(o.EmptyValue), o.EmptyValue == o.NullValue
	}
	return t.text, string(t.text) == o.NullValue
}

// csvScanner reads batches.
type csvScanner struct {
	o       *CSVOptions
	records *csvRecords
	columns []csvColumn
	width   int // fields of a record, -1: not checked
	corrupt int // output column of corrupt records, -1: none
	alloc   *vec.Allocator
	schema  types.StructType
	skip    bool // the next record is the header
	done    bool
	types   []types.DataType
	builder []*vec.Builder
}

type csvColumn struct {
	token int // index of the field in a record
	parse csvParser
}

// csvParser appends the value of a text; ok is false, and nothing appended, when the text is none of the type.
type csvParser func(b *vec.Builder, s []byte) (ok bool)

// OpenCSV starts reading a file. When only a part of the file is read (see SplitReader), the options of all parts but the first must have
// Header off.
func OpenCSV(r io.Reader, o *CSVOptions, c Columns, alloc *vec.Allocator) (Scanner, error) {
	records, err := newCSVRecords(r, o)
	if err != nil {
		return nil, err
	}
	s := &csvScanner{o: o, records: records, alloc: alloc, schema: c.Schema, skip: o.Header, corrupt: -1, width: -1}
	fields := 0
	place := make([]int, len(c.Schema.Fields))
	for i, f := range c.Schema.Fields {
		place[i] = fields
		if f.Name == o.CorruptColumn {
			if err := checkCorruptColumn(f); err != nil {
				return nil, err
			}
			place[i] = -1
			continue
		}
		fields++
	}
	wanted := map[int]bool{}
	for out, i := range c.required() {
		f := c.Schema.Fields[i]
		s.types = append(s.types, f.Type)
		if place[i] < 0 {
			s.corrupt = out
			s.columns = append(s.columns, csvColumn{token: -1})
			continue
		}
		wanted[i] = true
		parse, err := o.parser(f)
		if err != nil {
			return nil, err
		}
		s.columns = append(s.columns, csvColumn{place[i], parse})
	}
	if s.corrupt >= 0 && len(s.types) == 1 {
		return nil, checkOnlyCorrupt([]types.StructField{{Name: o.CorruptColumn}}, o.CorruptColumn)
	}
	if len(wanted) == fields || s.corrupt >= 0 {
		s.width = fields
	}
	return s, nil
}

// Next reads up to vec.BatchRows records.
func (s *csvScanner) Next() (*vec.Batch, error) {
	if s.done {
		return nil, nil
	}
	batch := s.alloc.NewBatch(0)
	if s.builder == nil {
		for _, t := range s.types {
			s.builder = append(s.builder, vec.NewBuilder(batch.Arena, t))
		}
	}
	for _, b := range s.builder {
		b.In(batch.Arena)
	}
	rows := 0
	var kept keptRows
	for rows < vec.BatchRows {
		tokens, raw, err := s.records.next()
		if errors.Is(err, io.EOF) {
			s.done = true
			break
		}
		if err == nil && s.skip {
			s.skip = false
			err = s.checkHeader(tokens)
			if err == nil {
				continue
			}
		}
		var got outcome
		if err == nil {
			got, err = s.row(tokens, raw)
		}
		if err != nil {
			batch.Release()
			s.done = true
			return nil, err
		}
		rows += kept.add(got, rows)
	}
	if rows == 0 {
		batch.Release()
		return nil, nil
	}
	batch.Len, batch.Sel = rows, kept.selection()
	for _, b := range s.builder {
		batch.Cols = append(batch.Cols, b.Finish())
	}
	return batch, nil
}

// outcome says what became of a record.
type outcome uint8

const (
	rowSkipped outcome = iota // nothing was appended
	rowKept
	rowDropped // a row was appended that does not count
)

// keptRows collects the selection of a batch once a row of it does not count.
type keptRows struct {
	sel     vec.Sel
	dropped bool
}

// add takes the outcome of the record that became row at; the result is how many rows were appended.
func (k *keptRows) add(got outcome, at int) int {
	switch got {
	case rowSkipped:
		return 0
	case rowKept:
		if k.dropped {
			k.sel = append(k.sel, int32(at))
		}
	case rowDropped:
		if !k.dropped {
			k.sel, k.dropped = append(vec.Sel{}, vec.All(at)...), true
		}
	}
	return 1
}

// selection is nil when every row counts.
func (k *keptRows) selection() vec.Sel {
	if k.dropped {
		return k.sel
	}
	return nil
}

// checkHeader compares the names of a header with the schema when the schema is not enforced.
func (s *csvScanner) checkHeader(tokens []token) error {
	if s.o.EnforceSchema || s.width < 0 {
		return nil
	}
	var want []string
	for _, f := range s.schema.Fields {
		if f.Name != s.o.CorruptColumn {
			want = append(want, f.Name)
		}
	}
	var got []string
	for _, t := range tokens {
		got = append(got, string(t.text))
	}
	same := len(got) == len(want)
	for i := 0; same && i < len(got); i++ {
		same = got[i] == want[i] || !s.o.CaseSensitive && strings.EqualFold(got[i], want[i])
	}
	if same {
		return nil
	}
	return sparkerr.New("_LEGACY_ERROR_TEMP_3241", "header", strings.Join(got, ", "), "schema", strings.Join(want, ", ")).
		WithMessage("The header of the file (%s) is not the schema (%s). Leave enforceSchema on to read by position.", strings.Join(got, ", "), strings.Join(want, ", "))
}

// row appends a record.
func (s *csvScanner) row(tokens []token, raw []byte) (outcome, error) {
	bad := s.width >= 0 && len(tokens) != s.width
	if bad && s.o.Mode != Permissive {
		return rowSkipped, s.malformed(raw)
	}
	for i, c := range s.columns {
		b := s.builder[i]
		if c.token < 0 { // corrupt records, filled below
			continue
		}
		if c.token >= len(tokens) {
			b.Null()
			continue
		}
		text, null := s.o.value(tokens[c.token])
		if null || !c.parse(b, text) {
			bad = bad || !null
			b.Null()
		}
	}
	if s.corrupt >= 0 {
		if b := s.builder[s.corrupt]; bad {
			b.Text(validText(raw))
		} else {
			b.Null()
		}
	}
	if bad && s.o.Mode != Permissive {
		return rowDropped, s.malformed(raw)
	}
	return rowKept, nil
}

// malformed is the error of FAILFAST; DROPMALFORMED has none.
func (s *csvScanner) malformed(raw []byte) error {
	if s.o.Mode == DropMalformed {
		return nil
	}
	return malformedRecord(string(raw))
}

func malformedRecord(raw string) error {
	return sparkerr.New("MALFORMED_RECORD_IN_PARSING.WITHOUT_SUGGESTION", "badRecord", raw, "failFastMode", "FAILFAST")
}

// parser makes the conversion of a column (UnivocityParser.makeConverter).
func (o *CSVOptions) parser(f types.StructField) (csvParser, error) {
	switch t := f.Type.(type) {
	case types.ByteType:
		return intParser[int8](8), nil
	case types.ShortType:
		return intParser[int16](16), nil
	case types.IntegerType:
		return intParser[int32](32), nil
	case types.LongType:
		return intParser[int64](64), nil
	case types.FloatType:
		return func(b *vec.Builder, s []byte) bool {
			v, ok := o.double(datetime.Text(s), 32)
			return ok && put(b, float32(v))
		}, nil
	case types.DoubleType:
		return func(b *vec.Builder, s []byte) bool {
			v, ok := o.double(datetime.Text(s), 64)
			return ok && put(b, v)
		}, nil
	case types.BooleanType:
		return func(b *vec.Builder, s []byte) bool {
			v, ok := parseBool(datetime.Text(s))
			return ok && put(b, v)
		}, nil
	case types.DecimalType:
		return func(b *vec.Builder, s []byte) bool {
			v, ok := parseDecimal(datetime.Text(s), t)
			return ok && put(b, v)
		}, nil
	case types.DateType:
		return func(b *vec.Builder, s []byte) bool {
			v, ok := o.times.parseDate(datetime.Text(s))
			return ok && put(b, v)
		}, nil
	case types.TimestampType:
		return func(b *vec.Builder, s []byte) bool {
			v, ok := o.times.parseTimestamp(datetime.Text(s))
			return ok && put(b, v)
		}, nil
	case types.TimestampNTZType:
		return func(b *vec.Builder, s []byte) bool {
			v, ok := o.times.parseNTZ(datetime.Text(s))
			return ok && put(b, v)
		}, nil
	case types.TimeType:
		return func(b *vec.Builder, s []byte) bool {
			v, ok := datetime.ParseTime(datetime.Text(s))
			return ok && put(b, v)
		}, nil
	case types.StringType:
		return func(b *vec.Builder, s []byte) bool { b.Text(validText(s)); return true }, nil
	case types.BinaryType:
		return func(b *vec.Builder, s []byte) bool { b.Text(s); return true }, nil
	case types.NullType:
		return func(b *vec.Builder, _ []byte) bool { b.Null(); return true }, nil
	}
	if parse := o.intervalParser(f.Type); parse != nil {
		return func(b *vec.Builder, s []byte) bool { return parse(b, datetime.Text(s)) }, nil
	}
	return nil, unsupportedType("CSV", f)
}

// unsupportedType is the error for a column that a format cannot hold.
func unsupportedType(format string, f types.StructField) error {
	if types.IsANSIInterval(f.Type) {
		return sparkerr.Unsupported(format + " columns of type " + f.Type.SQL())
	}
	return sparkerr.New("UNSUPPORTED_DATA_TYPE_FOR_DATASOURCE", "format", format, "columnName", sparkerr.QuoteID(f.Name), "columnType", sparkerr.QuoteSQL(f.Type.SQL()))
}

func put[T any](b *vec.Builder, v T) bool { vec.Put(b, v); return true }

func intParser[T int8 | int16 | int32 | int64](bits int) csvParser {
	return func(b *vec.Builder, s []byte) bool {
		v, ok := parseInt(datetime.Text(s), bits)
		return ok && put(b, T(v))
	}
}

// double knows the names of NaN and the infinities that the options give.
func (o *CSVOptions) double(s string, bits int) (float64, bool) {
	switch s {
	case o.NaN:
		return math.NaN(), true
	case o.NegInf:
		return math.Inf(-1), true
	case o.PosInf:
		return math.Inf(1), true
	}
	return parseDouble(s, bits)
}
