package parquetio

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/codec"
	"github.com/flintlake/flintlake/internal/parquetio/encoding"
	"github.com/flintlake/flintlake/internal/parquetio/format"
	"github.com/flintlake/flintlake/internal/vec"
)

// column reads one leaf of one row group from front to end, in steps of any size, into vectors of the type asked for.
type column struct {
	leaf  *node
	name  string // of the file
	chunk *format.ColumnChunk
	typ   types.DataType
	conv  conversion
	alloc *vec.Allocator
	codec *codec.Decompressor
	fetch fetcher
	index *format.OffsetIndex // nil: none

	keepDictionary bool
	checkCRC       bool
	pageBytesMax   int64

	off        int64 // of the next page header
	valuesLeft int64 // of the chunk, not yet loaded
	head       format.PageHeader
	page       page

	dict      *vec.Vector // converted to typ; nil before the dictionary page
	dictArena *vec.Arena

	// scratch, reused from page to page
	scratch, levels []byte
	ints, ints2     []int64
	dense           []byte
	codes           []uint32
	text            []vec.View

	row       int64 // next row within the row group
	groupRows int64

	// flat columns have no levels but their validity; for the others:
	flat       bool
	levelsOnly bool
	slotDef    int
	win        levelWindow
	batch      levels
}

func bytesOf(s []int64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*8)
}

// close gives back what the column holds.
func (c *column) close() {
	c.dropPage()
	if c.dictArena != nil {
		c.dictArena.Release()
		c.dictArena, c.dict = nil, nil
	}
}

// loadDictionary decodes and converts the dictionary once, so that pages only gather.
func (c *column) loadDictionary(body []byte) error {
	h := &c.head
	if c.dict != nil {
		return errors.New("a column chunk has two dictionaries")
	}
	if h.Encoding != format.Plain && h.Encoding != format.PlainDictionary {
		return fmt.Errorf("a dictionary has encoding %d", h.Encoding)
	}
	n, size := int(h.NumValues), int(h.UncompressedSize)
	if err := codec.Plausible(c.chunk.Codec, size, body); err != nil {
		return err
	}
	width := c.conv.width
	if width == 0 {
		width = 4
	}
	if n*width > size && c.leaf.Type != format.Boolean {
		return errors.New("a dictionary page is too short for its values")
	}
	c.dictArena = c.alloc.NewArena()
	b := c.dictArena.Alloc(size + padding)[:size]
	if err := c.codec.Decompress(c.chunk.Codec, b, body); err != nil {
		return err
	}
	d := &vec.Vector{Type: c.typ, Len: n}
	d.Data = c.dictArena.Alloc(n * c.conv.outWidth)
	views := func() ([]vec.View, error) {
		v := vec.AllocOf[vec.View](c.dictArena, n)
		_, _, err := readViews(v, b)
		return v, err
	}
	var err error
	switch {
	case c.leaf.Type == format.Boolean:
		return errors.New("a boolean column has a dictionary")
	case n == 0:
	case c.conv.text && c.conv.width == 0:
		_, _, err = readViews(slice[vec.View](d.Data, n), b)
	case c.conv.text:
		fixedViews(slice[vec.View](d.Data, n), b, c.conv.width)
	case c.conv.views != nil:
		var v []vec.View
		if v, err = views(); err == nil {
			err = c.conv.views(d.Data, v)
		}
	case c.conv.fixed != nil:
		err = c.conv.fixed(d.Data, b, n)
	default:
		copy(d.Data, b)
	}
	c.dict = d
	return err
}

// output is the vector of a leaf under construction: slots values of which pos are filled.
type output struct {
	arena *vec.Arena
	slots int
	pos   int
	valid vec.Bitmap // nil when the leaf cannot be null
	nulls int
	data  []byte
	codes []uint32
	coded bool // so far all values are codes
}

func (c *column) newOutput(a *vec.Arena, slots int, nullable bool) *output {
	o := &output{arena: a, slots: slots, coded: c.keepDictionary}
	if nullable {
		o.valid = a.Zeroed(vec.BitmapBytes(slots))
	}
	return o
}

// flat makes sure that the output has room for values, converting codes that are already there.
func (o *output) flat(c *column) {
	if o.data != nil {
		return
	}
	o.data = o.arena.Alloc(o.slots*c.conv.outWidth + 16)[:o.slots*c.conv.outWidth]
	if o.codes != nil && o.pos > 0 {
		gatherWidth(o.data, c.dict.Data, c.conv.outWidth, o.codes[:o.pos])
		o.arena.Keep(c.dictArena)
	}
	o.coded = false
}

// vector finishes the output.
func (o *output) vector(c *column) *vec.Vector {
	v := &vec.Vector{Type: c.typ, Len: o.slots}
	if o.nulls > 0 {
		v.Valid = o.valid
	}
	switch {
	case o.slots > 0 && o.nulls == o.slots && c.leaf.parent.parent == nil:
		return nullConstant(o.arena, c.typ, o.slots)
	case o.codes != nil && o.data == nil:
		v.Form, v.Codes, v.Children = vec.Dictionary, o.codes, []*vec.Vector{c.dict}
		o.arena.Keep(c.dictArena)
	default:
		o.flat(c)
		v.Data = o.data
	}
	return v
}

// read appends k slots, nvalid of them with values, whose validity is already in the bitmap. All are in the present page.
func (c *column) read(o *output, k, nvalid int) error {
	o.nulls += k - nvalid
	var err error
	switch p := &c.page; {
	case nvalid == 0 && o.codes != nil && o.data == nil:
		clear(o.codes[o.pos : o.pos+k])
	case nvalid == 0:
		err = c.readNulls(o, k)
	case p.kind == dictionary:
		err = c.readCodes(o, k, nvalid)
	default:
		o.flat(c)
		err = c.readPlain(o, k, nvalid)
	}
	o.pos += k
	return err
}

// readNulls fills slots before it is known whether codes or values come.
func (c *column) readNulls(o *output, k int) error {
	if o.coded && o.data == nil && c.dict != nil && c.dict.Len > 0 {
		o.codes = vec.AllocOf[uint32](o.arena, o.slots+4)[:o.slots]
		clear(o.codes[:o.pos+k])
		return nil
	}
	o.flat(c)
	w := c.conv.outWidth
	clear(o.data[o.pos*w : (o.pos+k)*w])
	return nil
}

// readCodes reads dictionary indices: kept when the output is still a dictionary, else looked up.
func (c *column) readCodes(o *output, k, nvalid int) error {
	if o.coded && o.codes == nil {
		o.codes = vec.AllocOf[uint32](o.arena, o.slots+4)[:o.slots]
	}
	direct := o.coded && nvalid == k
	var codes []uint32
	if direct {
		codes = o.codes[o.pos : o.pos+k]
	} else {
		if cap(c.codes) < nvalid+1 {
			c.codes = make([]uint32, nvalid+nvalid/2+16)
		}
		codes = c.codes[:nvalid]
	}
	if err := c.page.hybrid.Read(codes); err != nil {
		return err
	}
	if err := checkCodes(codes, c.dict.Len); err != nil {
		return err
	}
	switch {
	case direct:
	case o.coded:
		c.codes[:nvalid+1][nvalid] = 0
		spread(o.codes[o.pos:o.pos+k], unsafe.Pointer(unsafe.SliceData(codes)), o.valid, o.pos)
	default:
		o.flat(c)
		if c.conv.text {
			o.keep(c.dictArena)
		}
		w := c.conv.outWidth
		if nvalid == k {
			gatherWidth(o.data[o.pos*w:], c.dict.Data, w, codes)
			return nil
		}
		d := c.room(&c.dense, nvalid*w)
		gatherWidth(d, c.dict.Data, w, codes)
		clear(d[nvalid*w : nvalid*w+w])
		spreadWidth(o.data[o.pos*w:], d, w, k, o.valid, o.pos)
	}
	return nil
}

// keep retains an arena once per step; the batch may hold it several times, which is harmless.
func (o *output) keep(a *vec.Arena) { o.arena.Keep(a) }

// room returns n bytes of scratch with padding behind.
func (c *column) room(b *[]byte, n int) []byte {
	if cap(*b) < n+padding {
		*b = make([]byte, n+n/2+padding)
	}
	return (*b)[:n+padding]
}

func checkCodes(codes []uint32, n int) error {
	var top uint32
	for _, x := range codes {
		top = max(top, x)
	}
	if len(codes) > 0 && int(top) >= n {
		return errors.New("a dictionary index is out of range")
	}
	return nil
}

func gatherWidth(dst, dict []byte, width int, codes []uint32) {
	switch width {
	case 1:
		gather[uint8](dst, dict, codes)
	case 2:
		gather[uint16](dst, dict, codes)
	case 4:
		gather[uint32](dst, dict, codes)
	case 8:
		gather[uint64](dst, dict, codes)
	case 16:
		gather[[2]uint64](dst, dict, codes)
	}
}

// gather looks codes up, which were checked against the dictionary.
func gather[T any](dst, dict []byte, codes []uint32) {
	var t T
	size := unsafe.Sizeof(t)
	d := slice[T](dst, len(codes))
	p := unsafe.Pointer(unsafe.SliceData(dict))
	for i, x := range codes {
		d[i] = *(*T)(unsafe.Add(p, uintptr(x)*size))
	}
}

// readPlain reads values that are not indices.
func (c *column) readPlain(o *output, k, nvalid int) error {
	p, w := &c.page, c.conv.outWidth
	out := o.data[o.pos*w : (o.pos+k)*w]
	switch p.kind {
	case noValues:
		return encoding.ErrTruncated
	case plainBits, hybridBools:
		return c.readBools(o, out, k, nvalid)
	case plainBytes, viewValues:
		return c.readText(o, out, k, nvalid)
	}
	size := nvalid * c.conv.width
	if size > len(p.data) {
		return encoding.ErrTruncated
	}
	in := p.data[:size]
	p.data = p.data[size:]
	switch {
	case c.conv.text: // fixed-length bytes
		d := out
		if nvalid < k {
			d = c.room(&c.dense, nvalid*16)
			clear(d[nvalid*16 : nvalid*16+16])
		}
		fixedViews(slice[vec.View](d, nvalid), in, c.conv.width)
		if nvalid < k {
			spreadWidth(out, d, 16, k, o.valid, o.pos)
		}
		c.keepPage(o, c.conv.width > 12)
	case c.conv.fixed == nil && nvalid == k:
		copy(out, in)
	case c.conv.fixed == nil:
		spreadWidth(out, in, w, k, o.valid, o.pos)
	case nvalid == k:
		return c.conv.fixed(out, in, k)
	default:
		d := c.room(&c.dense, nvalid*w)
		if err := c.conv.fixed(d, in, nvalid); err != nil {
			return err
		}
		spreadWidth(out, d, w, k, o.valid, o.pos)
	}
	return nil
}

func (c *column) readBools(o *output, out []byte, k, nvalid int) error {
	p := &c.page
	d := out
	if nvalid < k {
		d = c.room(&c.dense, nvalid)
	}
	if p.kind == hybridBools {
		if cap(c.codes) < nvalid {
			c.codes = make([]uint32, nvalid+nvalid/2)
		}
		if err := p.hybrid.Read(c.codes[:nvalid]); err != nil {
			return err
		}
		for i, x := range c.codes[:nvalid] {
			d[i] = byte(x & 1)
		}
	} else {
		if p.bit+nvalid > len(p.data)*8 {
			return encoding.ErrTruncated
		}
		encoding.UnpackBools(d[:nvalid], p.data, p.bit)
		p.bit += nvalid
	}
	if nvalid < k {
		spreadWidth(out, d, 1, k, o.valid, o.pos)
	}
	return nil
}

// keepPage makes the batch hold the page when Views point into it.
func (c *column) keepPage(o *output, pointed bool) {
	if pointed && c.page.arena != nil {
		o.keep(c.page.arena)
	}
}

func (c *column) readText(o *output, out []byte, k, nvalid int) error {
	p := &c.page
	if c.conv.views != nil {
		return c.readTextAs(o, out, k, nvalid)
	}
	views := slice[vec.View](out, k)
	if p.kind == viewValues {
		if nvalid > len(p.views) {
			return encoding.ErrTruncated
		}
		in := p.views[:nvalid]
		p.views = p.views[nvalid:]
		c.keepPage(o, true)
		if nvalid == k {
			copy(views, in)
			return nil
		}
		d := c.room(&c.dense, nvalid*16)
		copy(d, viewBytes(in))
		clear(d[nvalid*16 : nvalid*16+16])
		spreadWidth(out, d, 16, k, o.valid, o.pos)
		return nil
	}
	var long bool
	var err error
	if nvalid == k {
		p.data, long, err = readViews(views, p.data)
	} else {
		p.data, long, err = readViewsNull(views, p.data, o.valid, o.pos)
	}
	c.keepPage(o, long)
	return err
}

// readTextAs reads byte arrays that become something else.
func (c *column) readTextAs(o *output, out []byte, k, nvalid int) (err error) {
	p, w := &c.page, c.conv.outWidth
	if cap(c.text) < nvalid {
		c.text = make([]vec.View, nvalid+nvalid/2)
	}
	in := c.text[:nvalid]
	if p.kind == viewValues {
		if nvalid > len(p.views) {
			return encoding.ErrTruncated
		}
		copy(in, p.views)
		p.views = p.views[nvalid:]
	} else if p.data, _, err = readViews(in, p.data); err != nil {
		return err
	}
	d := out
	if nvalid < k {
		d = c.room(&c.dense, nvalid*w)
	}
	if err := c.conv.views(d, in); err != nil {
		return err
	}
	if nvalid < k {
		spreadWidth(out, d, w, k, o.valid, o.pos)
	}
	return nil
}

// skipValues passes over n values of the present page.
func (c *column) skipValues(n int) (err error) {
	p := &c.page
	if n == 0 {
		return nil
	}
	switch p.kind {
	case dictionary, hybridBools:
		return p.hybrid.Skip(n)
	case plainBits:
		p.bit += n
		if p.bit > len(p.data)*8 {
			return encoding.ErrTruncated
		}
	case plainBytes:
		p.data, err = skipBytes(p.data, n)
	case viewValues:
		if n > len(p.views) {
			return encoding.ErrTruncated
		}
		p.views = p.views[n:]
	case plainFixed:
		if n*c.conv.width > len(p.data) {
			return encoding.ErrTruncated
		}
		p.data = p.data[n*c.conv.width:]
	default:
		return encoding.ErrTruncated
	}
	return err
}

// nullConstant is a column of nulls.
func nullConstant(a *vec.Arena, t types.DataType, n int) *vec.Vector {
	v := &vec.Vector{Type: t, Form: vec.Constant, Len: n, Valid: a.Zeroed(8)}
	v.Data = a.Zeroed(vec.Width(t))
	switch t := t.(type) {
	case types.ArrayType:
		v.Children = []*vec.Vector{emptyVector(t.Element)}
	case types.MapType:
		v.Children = []*vec.Vector{emptyVector(t.Key), emptyVector(t.Value)}
	case types.StructType:
		for _, f := range t.Fields {
			v.Children = append(v.Children, nullConstant(a, f.Type, n))
		}
	case types.VariantType:
		v.Children = []*vec.Vector{nullConstant(a, types.Binary, n), nullConstant(a, types.Binary, n)}
	}
	return v
}

// emptyVector has no rows.
func emptyVector(t types.DataType) *vec.Vector {
	v := &vec.Vector{Type: t}
	switch t := t.(type) {
	case types.ArrayType:
		v.Children = []*vec.Vector{emptyVector(t.Element)}
	case types.MapType:
		v.Children = []*vec.Vector{emptyVector(t.Key), emptyVector(t.Value)}
	case types.StructType:
		for _, f := range t.Fields {
			v.Children = append(v.Children, emptyVector(f.Type))
		}
	case types.VariantType:
		v.Children = []*vec.Vector{emptyVector(types.Binary), emptyVector(types.Binary)}
	}
	return v
}
