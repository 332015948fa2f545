package scan

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// ArrowRows is rows in the bytes of an Arrow IPC stream: the local data of a front end. They are decoded when a query reads them, and freed
// with it.
type ArrowRows struct {
	data []byte
	rows int64
}

// FromIPC reads the schema of an Arrow IPC stream and counts its rows. schema is what the caller wants; nil takes the types of the stream. A
// column whose type the stream gives otherwise keeps the stream's type: the caller casts.
func FromIPC(data []byte, schema *types.StructType) (columns types.StructType, rows *ArrowRows, err error) {
	rows = &ArrowRows{data: data}
	if len(data) == 0 && schema != nil {
		return *schema, rows, nil
	}
	r := &ipcReader{data: data, count: rows}
	if err := r.guarded(); err != nil {
		return columns, nil, err
	}
	columns = r.schema()
	if schema != nil && len(schema.Fields) == len(columns.Fields) {
		for i, f := range schema.Fields {
			columns.Fields[i].Name, columns.Fields[i].Nullable, columns.Fields[i].Metadata = f.Name, f.Nullable, f.Metadata
			columns.Fields[i].Type = wanted(f.Type, columns.Fields[i].Type)
		}
	}
	return columns, rows, nil
}

// RowCount implements logical.LocalRows.
func (a *ArrowRows) RowCount() int64 { return a.rows }

// Source reads all columns under the given attributes.
func (a *ArrowRows) Source(columns []*expr.Attribute) exec.Source { return &arrowSource{a, columns} }

type arrowSource struct {
	rows    *ArrowRows
	columns []*expr.Attribute
}

// Columns implements exec.Source.
func (s *arrowSource) Columns() []*expr.Attribute { return s.columns }

// Describe implements exec.Source.
func (s *arrowSource) Describe() string { return fmt.Sprintf("LocalRows %d", s.rows.rows) }

// Start decodes the stream.
func (s *arrowSource) Start(c *exec.Context) (exec.Feed, error) {
	batches, err := s.rows.decode(c.Alloc)
	if err != nil {
		return nil, err
	}
	for _, b := range batches {
		for i, c := range s.columns {
			retype(b.Cols[i], c.DataType)
		}
	}
	return &arrowFeed{memoryFeed{m: NewMemory(types.StructType{}, batches)}}, nil
}

// decode gives the rows as batches, which the caller releases.
func (a *ArrowRows) decode(alloc *vec.Allocator) ([]*vec.Batch, error) {
	if len(a.data) == 0 {
		return nil, nil
	}
	r := &ipcReader{data: a.data, alloc: alloc, dictionaries: map[int64]*vec.Vector{}, keep: alloc.NewArena()}
	defer r.keep.Release()
	if err := r.guarded(); err != nil {
		for _, b := range r.batches {
			b.Release()
		}
		return nil, err
	}
	return r.batches, nil
}

// arrowFeed owns its batches.
type arrowFeed struct{ memoryFeed }

// Close implements exec.Feed.
func (f *arrowFeed) Close() error {
	for _, b := range f.m.batches {
		b.Release()
	}
	return nil
}

func ipcError(format string, args ...any) error {
	return sparkerr.New("INVALID_LOCAL_RELATION", "reason", "Arrow stream: "+fmt.Sprintf(format, args...))
}

// ipcReader reads the messages of a stream (Arrow columnar format, "IPC Streaming Format").
type ipcReader struct {
	data         []byte
	alloc        *vec.Allocator
	fields       []*ipcField
	dictionaries map[int64]*vec.Vector
	keep         *vec.Arena // of the dictionaries
	batches      []*vec.Batch
	count        *ArrowRows // only the rows are counted; nil: they are decoded
}

// emptyRowsMax bounds the rows of a batch that needs no bytes for them: columns of type NULL.
const emptyRowsMax = 1 << 20

// Kinds of messages.
const (
	schemaMessage     = 1
	dictionaryMessage = 2
	batchMessage      = 3
)

func (r *ipcReader) schema() types.StructType {
	var s types.StructType
	for _, f := range r.fields {
		s.Fields = append(s.Fields, types.StructField{Name: f.name, Type: f.typ, Nullable: f.nullable})
	}
	return s
}

// guarded is read on bytes that nobody has checked: flatbuffers trust their offsets.
func (r *ipcReader) guarded() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = ipcError("malformed message: %v", p)
		}
	}()
	return r.read()
}

func (r *ipcReader) read() error {
	for len(r.data) >= 4 {
		n := int(binary.LittleEndian.Uint32(r.data))
		r.data = r.data[4:]
		if n == 0xffffffff { // continuation marker
			if len(r.data) < 4 {
				return ipcError("it ends within a message")
			}
			n = int(binary.LittleEndian.Uint32(r.data))
			r.data = r.data[4:]
		}
		if n == 0 {
			return nil
		}
		if n < 0 || n > len(r.data) {
			return ipcError("a message of %d bytes in %d", n, len(r.data))
		}
		m := fbTable(r.data[:n])
		r.data = r.data[n:]
		bodyLength := m.int64(3)
		if bodyLength < 0 || bodyLength > int64(len(r.data)) {
			return ipcError("a body of %d bytes in %d", bodyLength, len(r.data))
		}
		body := r.data[:bodyLength]
		r.data = r.data[bodyLength:]
		if err := r.message(m, body); err != nil {
			return err
		}
	}
	return nil
}

func (r *ipcReader) message(m fb, body []byte) error {
	header, ok := m.table(2)
	if !ok {
		return ipcError("a message without header")
	}
	switch m.uint8(1) {
	case schemaMessage:
		fields, err := ipcFields(header, 1)
		r.fields = fields
		return err
	case dictionaryMessage:
		if r.count != nil {
			return nil
		}
		return r.dictionary(header, body)
	case batchMessage:
		if r.count != nil {
			r.count.rows += header.int64(0)
			return nil
		}
		return r.batch(header, body)
	}
	return ipcError("a message of kind %d", m.uint8(1))
}

func (r *ipcReader) dictionary(d fb, body []byte) error {
	id := d.int64(0)
	var value *ipcField
	for _, f := range r.fields {
		if v := f.dictionaryOf(id); v != nil {
			value = v
		}
	}
	rb, ok := d.table(1)
	if value == nil || !ok {
		return ipcError("a dictionary that no column uses")
	}
	plain := *value
	plain.dictionary = -1
	dec, err := r.decoder(rb, body, r.keep)
	if err != nil {
		return err
	}
	v, err := dec.column(&plain)
	if err != nil {
		return err
	}
	if old := r.dictionaries[id]; old != nil && d.bool(2) {
		v = vec.Concat(r.keep, v.Type, old, v)
	}
	r.dictionaries[id] = v
	return nil
}

func (r *ipcReader) batch(rb fb, body []byte) error {
	rows := rb.int64(0)
	if rows < 0 || rows > 8*int64(len(body))+emptyRowsMax {
		return ipcError("%d rows in %d bytes", rows, len(body))
	}
	b := r.alloc.NewBatch(int(rows))
	r.batches = append(r.batches, b)
	b.Keep(r.keep)
	dec, err := r.decoder(rb, body, b.Arena)
	if err != nil {
		return err
	}
	for _, f := range r.fields {
		v, err := dec.column(f)
		if err != nil {
			return err
		}
		if v.Len != b.Len {
			return ipcError("a column of %d rows in a batch of %d", v.Len, b.Len)
		}
		b.Cols = append(b.Cols, v)
	}
	return r.split(b)
}

// split cuts a batch that is larger than the engine's.
func (r *ipcReader) split(b *vec.Batch) error {
	if b.Len <= vec.BatchRows {
		return nil
	}
	r.batches = r.batches[:len(r.batches)-1]
	defer b.Release()
	for start := 0; start < b.Len; start += vec.BatchRows {
		n := min(vec.BatchRows, b.Len-start)
		part := r.alloc.NewBatch(n)
		part.Keep(b)
		idx := make([]int32, n)
		for i := range idx {
			idx[i] = int32(start + i)
		}
		for _, c := range b.Cols {
			part.Cols = append(part.Cols, vec.Gather(part.Arena, c, idx))
		}
		r.batches = append(r.batches, part)
	}
	return nil
}

// decoder prepares reading the buffers of one record batch in the order of its columns.
func (r *ipcReader) decoder(rb fb, body []byte, arena *vec.Arena) (*ipcDecoder, error) {
	d := &ipcDecoder{body: body, arena: arena, dictionaries: r.dictionaries, codec: -1}
	n, start := rb.vector(1)
	for i := range n {
		at := start + flatbuffers.UOffsetT(16*i)
		d.nodes = append(d.nodes, ipcNode{rb.GetInt64(at), rb.GetInt64(at + 8)})
	}
	n, start = rb.vector(2)
	for i := range n {
		at := start + flatbuffers.UOffsetT(16*i)
		d.buffers = append(d.buffers, [2]int64{rb.GetInt64(at), rb.GetInt64(at + 8)})
	}
	if c, ok := rb.table(3); ok {
		d.codec = int(int8(c.uint8(0)))
	}
	n, start = rb.vector(4)
	for i := range n {
		d.variadic = append(d.variadic, rb.GetInt64(start+flatbuffers.UOffsetT(8*i)))
	}
	return d, nil
}

type ipcNode struct{ length, nulls int64 }

// inflate undoes the compression of one buffer: eight bytes of length (-1: stored as it is), then the data.
func inflate(codec int, b []byte) ([]byte, error) {
	if codec < 0 || len(b) == 0 {
		return b, nil
	}
	if len(b) < 8 {
		return nil, ipcError("a compressed buffer of %d bytes", len(b))
	}
	n := int64(binary.LittleEndian.Uint64(b))
	b = b[8:]
	if n == -1 {
		return b, nil
	}
	if n < 0 || n > 1<<34 {
		return nil, ipcError("a buffer of %d bytes", n)
	}
	var out []byte
	var err error
	switch codec {
	case 0:
		out, err = io.ReadAll(io.LimitReader(lz4.NewReader(bytes.NewReader(b)), n))
	case 1:
		var z *zstd.Decoder
		if z, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(n)+1)); err == nil {
			out, err = z.DecodeAll(b, nil)
			z.Close()
		}
	default:
		err = fmt.Errorf("codec %d", codec)
	}
	if err == nil && int64(len(out)) != n {
		err = fmt.Errorf("%d bytes instead of %d", len(out), n)
	}
	if err != nil {
		return nil, ipcError("a compressed buffer: %v", err)
	}
	return out, nil
}
