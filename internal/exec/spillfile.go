package exec

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"sync/atomic"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

// spillFile holds batches that do not fit into memory. It is written once, then read from the start, once or more.
//
//	file:   frame …
//	frame:  u32 length │ i64 seq │ u32 rows │ column …         little endian; the length counts what follows it
//	column: u8 has nulls │ validity bitmap │ values
//	values: fixed width: rows × width │ text: rows × u32 length, bytes │ list: rows × u32 size, columns of the elements
//	        struct: columns of the fields
//
// Types are not stored: whoever spills knows them. The format is not stable and never outlives the query.
type spillFile struct {
	types []types.DataType
	key   string
	out   objstore.Writer
	in    objstore.Reader
	rows  int64
	size  int64
	buf   []byte
}

var spillStore = &objstore.Local{NoDataSync: true}

var spillNumber atomic.Int64

// newSpill starts a file in the spill folder.
func newSpill(c *Context, columns []types.DataType) (*spillFile, error) {
	if c.SpillDir == "" {
		return nil, outOfMemory(c, "a query")
	}
	key := objstore.Join(filepath.ToSlash(c.SpillDir), fmt.Sprintf("spill-%d", spillNumber.Add(1)))
	out, err := spillStore.Create(c, key)
	if err != nil {
		return nil, err
	}
	return &spillFile{types: columns, key: key, out: out}, nil
}

// write appends the selected rows of a batch, which stays the caller's.
func (f *spillFile) write(c *Context, b *vec.Batch) error {
	if b.Rows() == 0 {
		return nil
	}
	scratch := c.Alloc.NewArena()
	defer scratch.Release()
	buf := append(f.buf[:0], 0, 0, 0, 0)
	buf = binary.LittleEndian.AppendUint64(buf, uint64(b.Seq))
	buf = binary.LittleEndian.AppendUint32(buf, uint32(b.Rows()))
	for i, t := range f.types {
		flat := vec.ConcatParts(scratch, t, []vec.Part{{Vector: b.Cols[i], Sel: b.Sel}})
		buf = appendColumn(buf, flat)
	}
	binary.LittleEndian.PutUint32(buf, uint32(len(buf)-4))
	f.buf = buf
	f.rows += int64(b.Rows())
	f.size += int64(len(buf))
	c.Metrics.Add("spilledBytes", int64(len(buf)))
	_, err := f.out.Write(buf)
	return err
}

// finish ends writing.
func (f *spillFile) finish(c *Context) error {
	err := f.out.Commit(c)
	f.out, f.buf = nil, nil
	return err
}

// remove deletes the file.
func (f *spillFile) remove() {
	if f == nil {
		return
	}
	if f.out != nil {
		f.out.Abort()
		f.out = nil
	}
	if f.in != nil {
		_ = f.in.Close()
		f.in = nil
	}
	if f.key != "" {
		_ = spillStore.Delete(noContext, f.key)
		f.key = ""
	}
}

// spillReader reads a finished file batch by batch.
type spillReader struct {
	f      *spillFile
	offset int64
	buf    []byte
}

// reader starts reading from the beginning.
func (f *spillFile) reader(c *Context) (*spillReader, error) {
	if f.in == nil {
		in, err := spillStore.Open(c, f.key, f.size)
		if err != nil {
			return nil, err
		}
		f.in = in
	}
	return &spillReader{f: f}, nil
}

// next is the next batch, nil at the end.
func (r *spillReader) next(c *Context) (*vec.Batch, error) {
	if r.offset >= r.f.size {
		return nil, nil
	}
	var head [4]byte
	if _, err := r.f.in.ReadAt(head[:], r.offset); err != nil {
		return nil, err
	}
	n := int(binary.LittleEndian.Uint32(head[:]))
	if cap(r.buf) < n {
		r.buf = make([]byte, n)
	}
	data := r.buf[:n]
	if _, err := r.f.in.ReadAt(data, r.offset+4); err != nil {
		return nil, err
	}
	r.offset += int64(n) + 4
	seq, rows := int64(binary.LittleEndian.Uint64(data)), int(binary.LittleEndian.Uint32(data[8:]))
	b := c.Alloc.NewBatch(rows)
	b.Seq = seq
	d := columnReader{data: data[12:], arena: b.Arena}
	for _, t := range r.f.types {
		b.Cols = append(b.Cols, d.column(t, rows))
	}
	if d.short {
		b.Release()
		return nil, sparkerr.Internal("spill file %s is damaged", r.f.key)
	}
	return b, nil
}

// appendColumn encodes a flat vector.
func appendColumn(buf []byte, v *vec.Vector) []byte {
	if v.Type.ID() == types.IDNull {
		return buf
	}
	if v.Valid == nil {
		buf = append(buf, 0)
	} else {
		buf = append(buf, 1)
		buf = append(buf, v.Valid[:(v.Len+7)/8]...)
	}
	switch {
	case isTextType(v.Type):
		return appendText(buf, vec.Values[vec.View](v)[:v.Len])
	case v.Type.ID() == types.IDArray, v.Type.ID() == types.IDMap:
		for _, s := range vec.Values[vec.Span](v)[:v.Len] { // elements are dense and in order after ConcatParts
			buf = binary.LittleEndian.AppendUint32(buf, uint32(s.Size))
		}
	case vec.Width(v.Type) > 0:
		return append(buf, v.Data[:v.Len*vec.Width(v.Type)]...)
	}
	for _, c := range v.Children {
		buf = appendColumn(buf, c)
	}
	return buf
}

func appendText(buf []byte, views []vec.View) []byte {
	for i := range views {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(views[i].Len()))
	}
	for i := range views {
		buf = append(buf, views[i].Bytes()...)
	}
	return buf
}

func isTextType(t types.DataType) bool {
	switch t.ID() {
	case types.IDString, types.IDChar, types.IDVarchar, types.IDBinary, types.IDGeometry, types.IDGeography:
		return true
	}
	return false
}

// columnReader decodes columns from the front of data into an arena.
type columnReader struct {
	data  []byte
	arena *vec.Arena
	short bool
}

func (d *columnReader) take(n int) []byte {
	if n > len(d.data) {
		d.short = true
		return make([]byte, n)
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b
}

func (d *columnReader) column(t types.DataType, n int) *vec.Vector {
	v := &vec.Vector{Type: t, Len: n}
	if t.ID() == types.IDNull {
		return v
	}
	if d.take(1)[0] != 0 {
		v.Valid = d.arena.Zeroed(vec.BitmapBytes(n))
		copy(v.Valid, d.take((n+7)/8))
	}
	switch t := t.(type) {
	case types.ArrayType:
		v.Data, n = d.spans(n)
		v.Children = []*vec.Vector{d.column(t.Element, n)}
	case types.MapType:
		v.Data, n = d.spans(n)
		v.Children = []*vec.Vector{d.column(t.Key, n), d.column(t.Value, n)}
	case types.StructType:
		for _, f := range t.Fields {
			v.Children = append(v.Children, d.column(f.Type, n))
		}
	case types.VariantType:
		v.Children = []*vec.Vector{d.column(types.Binary, n), d.column(types.Binary, n)}
	default:
		if isTextType(t) {
			v.Data = vec.FlatVector(t, d.text(n), nil).Data
		} else {
			v.Data = d.arena.Bytes(d.take(n * vec.Width(t)))
		}
	}
	return v
}

func (d *columnReader) spans(n int) (data []byte, elements int) {
	sizes := d.take(4 * n)
	spans := vec.AllocOf[vec.Span](d.arena, n)
	for i := range spans {
		size := int32(binary.LittleEndian.Uint32(sizes[4*i:]))
		spans[i] = vec.Span{Offset: int32(elements), Size: size}
		elements += int(size)
	}
	return vec.FlatVector(types.Long, spans, nil).Data, elements
}

func (d *columnReader) text(n int) []vec.View {
	lengths := d.take(4 * n)
	total := 0
	for i := range n {
		total += int(binary.LittleEndian.Uint32(lengths[4*i:]))
	}
	text := d.arena.Bytes(d.take(total))
	views := vec.AllocOf[vec.View](d.arena, n)
	for i := range views {
		l := int(binary.LittleEndian.Uint32(lengths[4*i:]))
		views[i] = vec.ViewOf(text[:l])
		text = text[l:]
	}
	return views
}
