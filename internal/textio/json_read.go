package textio

import (
	"encoding/base64"
	"errors"
	"io"
	"math"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/vec"
)

// jsonRecords yields the documents of a file: its lines, or the whole of it.
type jsonRecords struct {
	lines *lineReader
	whole []byte
}

func newJSONRecords(r io.Reader, o *JSONOptions) (*jsonRecords, error) {
	if o.MultiLine {
		text, err := readAll(r, o.decode)
		return &jsonRecords{whole: text}, err
	}
	lines, err := newLineReader(r, o.LineSep, o.decode)
	return &jsonRecords{lines: lines}, err
}

func (j *jsonRecords) next() ([]byte, error) {
	if j.lines != nil {
		return j.lines.next()
	}
	if j.whole == nil {
		return nil, io.EOF
	}
	text := j.whole
	j.whole = nil
	return text, nil
}

// JSONParser turns JSON texts into rows of a schema. It is what OpenJSON reads with and what from_json calls; it belongs to one goroutine.
type JSONParser struct {
	o       *JSONOptions
	tape    jsonTape
	root    *jsonStruct
	corrupt int // field that takes corrupt records, -1: none
}

// jsonValue appends node i to b; ok is false when the value is not, or not wholly, of the type: then nothing was appended, unless
// partial, when what fits was.
type jsonValue func(b *vec.Builder, t *jsonTape, i int) (ok, partial bool)

type jsonStruct struct {
	index  map[string]int
	fields []jsonValue // nil for the column of corrupt records
	found  []int       // node of each field in the object being read, 0: none
}

// NewJSONParser prepares the reading of objects into rows of a schema. A string field named by columnNameOfCorruptRecord takes the text of
// records that do not fit.
func NewJSONParser(o *JSONOptions, schema types.StructType) (*JSONParser, error) {
	p := &JSONParser{o: o, tape: jsonTape{allow: o.allow}, corrupt: -1}
	for i, f := range schema.Fields {
		if f.Name == o.CorruptColumn {
			if err := checkCorruptColumn(f); err != nil {
				return nil, err
			}
			p.corrupt = i
		}
	}
	var err error
	p.root, err = o.structValue(schema, p.corrupt)
	return p, err
}

// Append reads a text and appends its rows to the builders, one for each field: none for blank text, several for an array of objects. Rows that
// the mode drops are appended too and reported as outcomes.
func (p *JSONParser) Append(text []byte, fields []*vec.Builder, outcomes []outcome) ([]outcome, error) {
	ok, empty := p.tape.parse(text)
	if empty {
		return outcomes, nil
	}
	if !ok {
		return p.bad(text, fields, outcomes)
	}
	node := &p.tape.nodes[0]
	if node.kind == jsonObject {
		return p.object(0, text, fields, outcomes)
	}
	if node.kind == jsonArray && p.allObjects(node) {
		for i := 1; i < node.end; i = p.tape.nodes[i].end {
			var err error
			if outcomes, err = p.object(i, text, fields, outcomes); err != nil {
				return outcomes, err
			}
		}
		return outcomes, nil
	}
	return p.bad(text, fields, outcomes)
}

func (p *JSONParser) allObjects(array *jsonNode) bool {
	for i := 1; i < array.end; i = p.tape.nodes[i].end {
		if p.tape.nodes[i].kind != jsonObject {
			return false
		}
	}
	return true
}

// bad appends a row of nulls for a record that is no object; only PERMISSIVE keeps one.
func (p *JSONParser) bad(text []byte, fields []*vec.Builder, outcomes []outcome) ([]outcome, error) {
	if p.o.Mode == DropMalformed {
		return outcomes, nil
	}
	for i, b := range fields {
		if i != p.corrupt {
			b.Null()
		}
	}
	return p.finish(false, text, fields, outcomes)
}

func (p *JSONParser) object(i int, text []byte, fields []*vec.Builder, outcomes []outcome) ([]outcome, error) {
	ok := p.root.append(func(k int) *vec.Builder { return fields[k] }, &p.tape, i)
	return p.finish(ok, text, fields, outcomes)
}

// finish fills the column of corrupt records and tells the outcome of the row just appended.
func (p *JSONParser) finish(ok bool, text []byte, fields []*vec.Builder, outcomes []outcome) ([]outcome, error) {
	if p.corrupt >= 0 {
		if ok {
			fields[p.corrupt].Null()
		} else {
			fields[p.corrupt].Text(validText(text))
		}
	}
	switch {
	case ok || p.o.Mode == Permissive:
		return append(outcomes, rowKept), nil
	case p.o.Mode == FailFast:
		return outcomes, malformedRecord(string(text))
	}
	return append(outcomes, rowDropped), nil
}

// jsonScanner reads batches.
type jsonScanner struct {
	records  *jsonRecords
	parser   *JSONParser
	fields   []types.StructField
	alloc    *vec.Allocator
	builders []*vec.Builder
	outcomes []outcome
	done     bool
}

// OpenJSON starts reading a file. Only the required columns are looked for.
func OpenJSON(r io.Reader, o *JSONOptions, c Columns, alloc *vec.Allocator) (Scanner, error) {
	records, err := newJSONRecords(r, o)
	if err != nil {
		return nil, err
	}
	var schema types.StructType
	for _, i := range c.required() {
		schema.Fields = append(schema.Fields, c.Schema.Fields[i])
	}
	if err := checkOnlyCorrupt(schema.Fields, o.CorruptColumn); err != nil {
		return nil, err
	}
	parser, err := NewJSONParser(o, schema)
	if err != nil {
		return nil, err
	}
	return &jsonScanner{records: records, parser: parser, fields: schema.Fields, alloc: alloc}, nil
}

// Next reads records until a batch is full. The objects of one array are read into one batch, which may then be larger than vec.BatchRows.
func (s *jsonScanner) Next() (*vec.Batch, error) {
	if s.done {
		return nil, nil
	}
	batch := s.alloc.NewBatch(0)
	if s.builders == nil {
		for _, f := range s.fields {
			s.builders = append(s.builders, vec.NewBuilder(batch.Arena, f.Type))
		}
	}
	for _, b := range s.builders {
		b.In(batch.Arena)
	}
	rows := 0
	var kept keptRows
	for rows < vec.BatchRows {
		text, err := s.records.next()
		if errors.Is(err, io.EOF) {
			s.done = true
			break
		}
		if err == nil {
			s.outcomes, err = s.parser.Append(text, s.builders, s.outcomes[:0])
		}
		if err != nil {
			batch.Release()
			s.done = true
			return nil, err
		}
		for _, o := range s.outcomes {
			rows += kept.add(o, rows)
		}
	}
	if rows == 0 {
		batch.Release()
		return nil, nil
	}
	batch.Len, batch.Sel = rows, kept.selection()
	for _, b := range s.builders {
		batch.Cols = append(batch.Cols, b.Finish())
	}
	return batch, nil
}

// structValue prepares the reading of an object.
func (o *JSONOptions) structValue(s types.StructType, corrupt int) (*jsonStruct, error) {
	out := &jsonStruct{index: map[string]int{}, fields: make([]jsonValue, len(s.Fields)), found: make([]int, len(s.Fields))}
	for i, f := range s.Fields {
		if i == corrupt {
			continue
		}
		v, err := o.value(f)
		if err != nil {
			return nil, err
		}
		out.fields[i] = v
		if _, twice := out.index[f.Name]; !twice {
			out.index[f.Name] = i
		}
	}
	return out, nil
}

// append reads the object at node i, a field at a time; of equal names the last counts. ok is false when some value did not fit: it is null then.
func (s *jsonStruct) append(field func(int) *vec.Builder, t *jsonTape, i int) (ok bool) {
	found := s.found
	clear(found)
	for k := i + 1; k < t.nodes[i].end; k = t.nodes[k+1].end {
		if f, there := s.index[string(t.content(&t.nodes[k]))]; there {
			found[f] = k + 1
		}
	}
	// Objects inside use found of their own jsonStruct; the same one is never active twice, since types do not recurse.
	ok = true
	for f, read := range s.fields {
		if read == nil {
			continue
		}
		b := field(f)
		if found[f] == 0 {
			b.Null()
			continue
		}
		fits, partial := read(b, t, found[f])
		if !fits {
			ok = false
			if !partial {
				b.Null()
			}
		}
	}
	return ok
}

// value makes the conversion of a field (JacksonParser.makeConverter). null is handled here for all.
func (o *JSONOptions) value(f types.StructField) (jsonValue, error) {
	read, err := o.nonNull(f)
	if err != nil {
		return nil, err
	}
	return func(b *vec.Builder, t *jsonTape, i int) (ok, partial bool) {
		if t.nodes[i].kind == jsonNull {
			b.Null()
			return true, false
		}
		return read(b, t, i)
	}, nil
}

func (o *JSONOptions) nonNull(f types.StructField) (jsonValue, error) {
	switch kind := f.Type.(type) {
	case types.StructType:
		return o.structReader(kind)
	case types.ArrayType:
		return o.arrayReader(kind)
	case types.MapType:
		return o.mapReader(kind)
	}
	leaf, err := o.leaf(f)
	if err != nil {
		return nil, err
	}
	return func(b *vec.Builder, t *jsonTape, i int) (ok, partial bool) { return leaf(b, t, &t.nodes[i]), false }, nil
}

func (o *JSONOptions) structReader(s types.StructType) (jsonValue, error) {
	inner, err := o.structValue(s, -1)
	if err != nil {
		return nil, err
	}
	return func(b *vec.Builder, t *jsonTape, i int) (ok, partial bool) {
		if t.nodes[i].kind != jsonObject {
			return false, false
		}
		ok = inner.append(b.Child, t, i)
		b.EndStruct()
		return ok, true
	}, nil
}

// arrayReader keeps an array whose elements fit at least in part; one that does not fit at all makes the whole array not fit.
func (o *JSONOptions) arrayReader(a types.ArrayType) (jsonValue, error) {
	element, err := o.value(types.StructField{Name: "element", Type: a.Element, Nullable: true})
	if err != nil {
		return nil, err
	}
	return func(b *vec.Builder, t *jsonTape, i int) (ok, partial bool) {
		n := &t.nodes[i]
		if n.kind != jsonArray {
			// An object where an array of objects is wanted is taken for its only element.
			if n.kind == jsonObject && a.Element.ID() == types.IDStruct {
				ok, _ = element(b.Child(0), t, i)
				b.EndList()
				return ok, true
			}
			return false, false
		}
		all := true
		for k := i + 1; k < n.end; k = t.nodes[k].end {
			fits, part := element(b.Child(0), t, k)
			if !fits && !part {
				return false, false
			}
			all = all && fits
		}
		b.EndList()
		return all, true
	}, nil
}

// mapReader reads an object into a map with string keys.
func (o *JSONOptions) mapReader(m types.MapType) (jsonValue, error) {
	if !types.IsString(m.Key) {
		return nil, sparkerr.New("INVALID_JSON_SCHEMA_MAP_TYPE", "jsonSchema", sparkerr.QuoteSQL(m.SQL()))
	}
	value, err := o.value(types.StructField{Name: "value", Type: m.Value, Nullable: true})
	if err != nil {
		return nil, err
	}
	return func(b *vec.Builder, t *jsonTape, i int) (ok, partial bool) {
		n := &t.nodes[i]
		if n.kind != jsonObject {
			return false, false
		}
		all := true
		for k := i + 1; k < n.end; k = t.nodes[k+1].end {
			b.Child(0).Text(t.content(&t.nodes[k]))
			fits, part := value(b.Child(1), t, k+1)
			if !fits && !part { // keep keys and values in step, then leave the map out
				b.Child(1).Null()
				return false, false
			}
			all = all && fits
		}
		b.EndList()
		return all, true
	}, nil
}

// leaf makes the conversion of a value without parts.
func (o *JSONOptions) leaf(f types.StructField) (func(*vec.Builder, *jsonTape, *jsonNode) bool, error) {
	switch kind := f.Type.(type) {
	case types.BooleanType:
		return func(b *vec.Builder, _ *jsonTape, n *jsonNode) bool {
			return (n.kind == jsonTrue || n.kind == jsonFalse) && put(b, n.kind == jsonTrue)
		}, nil
	case types.ByteType: // Jackson takes -128 to 255 for a byte
		return jsonInteger(-128, 255, func(b *vec.Builder, v int64) bool { return put(b, int8(v)) }), nil
	case types.ShortType:
		return jsonInteger(math.MinInt16, math.MaxInt16, func(b *vec.Builder, v int64) bool { return put(b, int16(v)) }), nil
	case types.IntegerType:
		return jsonInteger(math.MinInt32, math.MaxInt32, func(b *vec.Builder, v int64) bool { return put(b, int32(v)) }), nil
	case types.LongType:
		return jsonInteger(math.MinInt64, math.MaxInt64, func(b *vec.Builder, v int64) bool { return put(b, v) }), nil
	case types.FloatType:
		return func(b *vec.Builder, t *jsonTape, n *jsonNode) bool {
			v, ok := o.double(t, n, 32)
			return ok && put(b, float32(v))
		}, nil
	case types.DoubleType:
		return func(b *vec.Builder, t *jsonTape, n *jsonNode) bool {
			v, ok := o.double(t, n, 64)
			return ok && put(b, v)
		}, nil
	case types.DecimalType:
		return func(b *vec.Builder, t *jsonTape, n *jsonNode) bool {
			if n.kind != jsonInt && n.kind != jsonFraction && n.kind != jsonString {
				return false
			}
			v, ok := parseDecimal(datetime.Text(t.content(n)), kind)
			return ok && put(b, v)
		}, nil
	case types.StringType:
		return func(b *vec.Builder, t *jsonTape, n *jsonNode) bool {
			if n.kind == jsonString {
				b.Text(t.content(n))
			} else { // numbers, objects and arrays as they stand in the text
				b.Text(validText(t.raw(n)))
			}
			return true
		}, nil
	case types.BinaryType:
		return jsonBinary, nil
	case types.DateType:
		return jsonText(func(b *vec.Builder, s string) bool {
			v, ok := o.times.parseDate(s)
			return ok && put(b, v)
		}), nil
	case types.TimestampType:
		return func(b *vec.Builder, t *jsonTape, n *jsonNode) bool { return o.timestamp(b, t, n) }, nil
	case types.TimestampNTZType:
		return jsonText(func(b *vec.Builder, s string) bool {
			v, ok := o.times.parseNTZ(s)
			return ok && put(b, v)
		}), nil
	case types.TimeType:
		return jsonText(func(b *vec.Builder, s string) bool {
			v, ok := datetime.ParseTime(s)
			return ok && put(b, v)
		}), nil
	case types.NullType:
		return func(b *vec.Builder, _ *jsonTape, _ *jsonNode) bool { b.Null(); return true }, nil
	}
	if parse := o.intervalParser(f.Type); parse != nil {
		return jsonText(parse), nil
	}
	return nil, unsupportedType("JSON", f)
}

func jsonInteger(from, to int64, store func(*vec.Builder, int64) bool) func(*vec.Builder, *jsonTape, *jsonNode) bool {
	return func(b *vec.Builder, t *jsonTape, n *jsonNode) bool {
		if n.kind != jsonInt {
			// A whole number with a fraction part of zeros is taken for a BIGINT only, and never one with an exponent.
			return false
		}
		v, ok := parseInt(datetime.Text(t.raw(n)), 64)
		return ok && v >= from && v <= to && store(b, v)
	}
}

// jsonText is a conversion from strings only.
func jsonText(parse func(*vec.Builder, string) bool) func(*vec.Builder, *jsonTape, *jsonNode) bool {
	return func(b *vec.Builder, t *jsonTape, n *jsonNode) bool {
		return n.kind == jsonString && parse(b, datetime.Text(t.content(n)))
	}
}

// jsonBinary reads base64.
func jsonBinary(b *vec.Builder, t *jsonTape, n *jsonNode) bool {
	if n.kind != jsonString {
		return false
	}
	text := t.content(n)
	out := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	k, err := base64.StdEncoding.Decode(out, text)
	if err != nil {
		return false
	}
	b.Text(out[:k])
	return true
}

// double reads a number, or the name of NaN or an infinity as a string.
func (o *JSONOptions) double(t *jsonTape, n *jsonNode, bits int) (float64, bool) {
	if n.kind != jsonInt && n.kind != jsonFraction && n.kind != jsonString {
		return 0, false
	}
	s := datetime.Text(t.content(n))
	switch s {
	case "NaN":
		return math.NaN(), o.AllowNonNumeric
	case "+INF", "+Infinity", "Infinity":
		return math.Inf(1), o.AllowNonNumeric
	case "-INF", "-Infinity":
		return math.Inf(-1), o.AllowNonNumeric
	case "INF":
		return math.Inf(1), n.kind != jsonString
	}
	if n.kind == jsonString {
		return 0, false
	}
	return parseDouble(s, bits)
}

// timestamp reads a text, or a whole number of seconds.
func (o *JSONOptions) timestamp(b *vec.Builder, t *jsonTape, n *jsonNode) bool {
	switch n.kind {
	case jsonString:
		v, ok := o.times.parseTimestamp(datetime.Text(t.content(n)))
		return ok && put(b, v)
	case jsonInt:
		v, ok := parseInt(datetime.Text(t.raw(n)), 64)
		return ok && put(b, v*datetime.MicrosPerSecond)
	}
	return false
}
