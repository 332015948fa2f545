package parquetio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/bits"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/parquetio/codec"
	"github.com/flintlake/flintlake/internal/parquetio/encoding"
	"github.com/flintlake/flintlake/internal/parquetio/format"
	"github.com/flintlake/flintlake/internal/vec"
)

// valueKind is the form of a page's values once it is loaded. Rare encodings are turned into one of these at once.
type valueKind uint8

const (
	noValues    valueKind = iota
	plainFixed            // data: values of conv.width bytes
	plainBytes            // data: length-prefixed byte arrays
	plainBits             // data: booleans, bit at bit
	viewValues            // views: byte arrays
	hybridBools           // hybrid: booleans
	dictionary            // hybrid: indices into the dictionary
)

// page is the data page that a column stands in.
type page struct {
	left  int // levels not yet read
	kind  valueKind
	data  []byte // what is left of the values
	bit   int    // plainBits: of the next value
	views []vec.View

	hybrid encoding.Hybrid
	def    encoding.Hybrid // definition levels, when the column has them
	rep    encoding.Hybrid

	// arena holds the decompressed bytes when Views point into them; long tells that one did.
	arena *vec.Arena
}

// levelWidth is the bits of levels up to n.
func levelWidth(n int) uint { return uint(bits.Len(uint(n))) }

// nextPage loads the next data page, and the dictionary on the way.
func (c *column) nextPage() error {
	c.dropPage()
	for {
		if err := c.header(); err != nil {
			return err
		}
		h := &c.head
		body, err := c.fetch.at(c.off, int(h.CompressedSize))
		if err != nil {
			return err
		}
		c.off += int64(h.CompressedSize)
		if h.HasCRC && c.checkCRC && crc32.ChecksumIEEE(body) != h.CRC {
			return errors.New("a page does not match its checksum")
		}
		switch h.Type {
		case format.DictionaryPage:
			if err := c.loadDictionary(body); err != nil {
				return err
			}
			continue
		case format.DataPage:
			err = c.loadV1(body)
		case format.DataPageV2:
			err = c.loadV2(body)
		default:
			continue
		}
		return err
	}
}

// header decodes the page header at c.off and moves behind it.
func (c *column) header() error {
	for n := 256; ; n *= 8 {
		b, err := c.fetch.peek(c.off, n)
		if err != nil {
			return err
		}
		k, err := format.DecodePageHeader(b, &c.head)
		if err == nil {
			c.off += int64(k)
			if int64(c.head.UncompressedSize) > c.pageBytesMax {
				return fmt.Errorf("a page of %d bytes is over the limit of %d", c.head.UncompressedSize, c.pageBytesMax)
			}
			return nil
		}
		if !errors.Is(err, format.ErrShort) || len(b) < n || n > 16<<20 {
			return err
		}
	}
}

// dropPage lets go of the memory of the present page.
func (c *column) dropPage() {
	if a := c.page.arena; a != nil {
		a.Release()
	}
	c.page = page{}
}

// decompress brings the body to n bytes: into an arena of the page when Views will point there, else into reused memory.
func (c *column) decompress(z format.Codec, body []byte, n int) ([]byte, error) {
	if err := codec.Plausible(z, n, body); err != nil {
		return nil, err
	}
	text := c.conv.text && c.head.Encoding != format.RLEDictionary && c.head.Encoding != format.PlainDictionary
	switch {
	case text:
		c.page.arena = c.alloc.NewArena()
		out := c.page.arena.Alloc(n + padding)[:n]
		return out, c.codec.Decompress(z, out, body)
	case z == format.Uncompressed:
		if len(body) != n {
			return nil, errors.New("an uncompressed page has two sizes")
		}
		return body, nil
	}
	if cap(c.scratch) < n+padding {
		c.scratch = make([]byte, n+n/8+padding)
	}
	out := c.scratch[:n]
	return out, c.codec.Decompress(z, out, body)
}

func (c *column) loadV1(body []byte) error {
	h := &c.head
	b, err := c.decompress(c.chunk.Codec, body, int(h.UncompressedSize))
	if err != nil {
		return err
	}
	if c.leaf.rep > 0 {
		if b, err = levelsV1(&c.page.rep, b, h.RepEncoding, c.leaf.rep, int(h.NumValues)); err != nil {
			return err
		}
	}
	if c.leaf.def > 0 {
		if b, err = levelsV1(&c.page.def, b, h.DefEncoding, c.leaf.def, int(h.NumValues)); err != nil {
			return err
		}
	}
	return c.loadValues(b)
}

// levelsV1 finds the levels at the front of b and returns what follows.
func levelsV1(x *encoding.Hybrid, b []byte, e format.Encoding, top, n int) ([]byte, error) {
	w := levelWidth(top)
	switch e {
	case format.RLE:
		if len(b) < 4 {
			return nil, encoding.ErrTruncated
		}
		size := uint64(binary.LittleEndian.Uint32(b))
		if size > uint64(len(b)-4) {
			return nil, encoding.ErrTruncated
		}
		x.Reset(b[4:4+size], w)
		return b[4+size:], nil
	case format.BitPacked:
		size := (n*int(w) + 7) / 8
		if size > len(b) {
			return nil, encoding.ErrTruncated
		}
		x.Reset(encoding.FromBigEndianBits(b[:size], n, w), w)
		return b[size:], nil
	}
	return nil, fmt.Errorf("levels have encoding %d", e)
}

func (c *column) loadV2(body []byte) error {
	h := &c.head
	rep, def := int(h.RepBytes), int(h.DefBytes)
	if rep < 0 || def < 0 || rep+def > len(body) || rep+def > int(h.UncompressedSize) {
		return encoding.ErrTruncated
	}
	// The levels are not compressed. They are copied: the fetched bytes may move before the page is done.
	c.levels = append(c.levels[:0], body[:rep+def]...)
	c.levels = encoding.Grow(c.levels, padding)
	if c.leaf.rep > 0 {
		c.page.rep.Reset(c.levels[:rep], levelWidth(c.leaf.rep))
	}
	if c.leaf.def > 0 {
		c.page.def.Reset(c.levels[rep:rep+def], levelWidth(c.leaf.def))
	}
	z := c.chunk.Codec
	if !h.Compressed {
		z = format.Uncompressed
	}
	body, n := body[rep+def:], int(h.UncompressedSize)-rep-def
	if n == 0 || len(body) == 0 { // all null; some writers leave out even the empty frame
		return c.loadValues(nil)
	}
	b, err := c.decompress(z, body, n)
	if err != nil {
		return err
	}
	return c.loadValues(b)
}

// loadValues prepares the values of the page, turning rare encodings into plain ones.
func (c *column) loadValues(b []byte) error {
	p, h := &c.page, &c.head
	p.left = int(h.NumValues)
	if int64(p.left) > c.valuesLeft {
		return errors.New("the pages hold more values than the column chunk")
	}
	c.valuesLeft -= int64(p.left)
	p.data = b
	if p.left == 0 {
		return nil
	}
	t := c.leaf.Type
	switch h.Encoding {
	case format.Plain:
		switch t {
		case format.Boolean:
			p.kind = plainBits
		case format.ByteArray:
			p.kind = plainBytes
		default:
			p.kind = plainFixed
		}
		return nil
	case format.RLEDictionary, format.PlainDictionary:
		return c.loadIndices(b)
	case format.RLE:
		if t != format.Boolean {
			break
		}
		if len(b) < 4 {
			return c.emptyOr(encoding.ErrTruncated)
		}
		size := uint64(binary.LittleEndian.Uint32(b))
		if size > uint64(len(b)-4) {
			return encoding.ErrTruncated
		}
		p.kind = hybridBools
		p.hybrid.Reset(b[4:4+size], 1)
		return nil
	case format.DeltaBinaryPacked:
		if t == format.Int32 || t == format.Int64 {
			return c.loadDelta(b)
		}
	case format.DeltaLengthByteArray:
		if t == format.ByteArray {
			return c.loadDeltaLength(b)
		}
	case format.DeltaByteArray:
		if t == format.ByteArray || t == format.FixedLenByteArray {
			return c.loadDeltaBytes(b)
		}
	case format.ByteStreamSplit:
		if c.conv.width > 1 {
			return c.loadSplit(b)
		}
	}
	return sparkerr.Unsupported(fmt.Sprintf("Parquet encoding %d of %v values in %s", h.Encoding, t, c.name))
}

// emptyOr accepts a page without values, which are then all null, else fails when one is read.
func (c *column) emptyOr(err error) error {
	if c.leaf.def == 0 {
		return err
	}
	c.page.kind = noValues
	return nil
}

func (c *column) loadIndices(b []byte) error {
	if c.dict == nil {
		if c.leaf.def > 0 && len(b) == 0 {
			return nil
		}
		return errors.New("a page refers to a dictionary that is not there")
	}
	c.page.kind = dictionary
	if len(b) == 0 {
		return c.emptyOr(encoding.ErrTruncated)
	}
	if b[0] > 32 {
		return errors.New("dictionary indices are wider than 32 bits")
	}
	c.page.hybrid.Reset(b[1:], uint(b[0]))
	return nil
}

// deltaValuesMax bounds the values of one page in encodings whose size says nothing about their number.
const deltaValuesMax = 1 << 26

func (c *column) deltaRoom() error {
	if c.page.left > deltaValuesMax {
		return fmt.Errorf("a page with %d delta-encoded values is over the limit", c.page.left)
	}
	return nil
}

func (c *column) loadDelta(b []byte) error {
	if err := c.deltaRoom(); err != nil {
		return err
	}
	if len(b) == 0 {
		return c.emptyOr(encoding.ErrTruncated)
	}
	if cap(c.ints) < c.page.left {
		c.ints = make([]int64, c.page.left+2)
	}
	n, _, err := encoding.Delta(c.ints[:c.page.left], b)
	if err != nil {
		return err
	}
	c.page.kind = plainFixed
	if c.conv.width == 8 {
		c.page.data = bytesOf(c.ints[:cap(c.ints)])[:n*8]
		return nil
	}
	c.page.data = bytesOf(c.ints[:cap(c.ints)])[:n*4]
	low := slice[int32](c.page.data, n)
	for i, v := range c.ints[:n] { // in place: the i-th half word is behind the i-th word
		low[i] = int32(v)
	}
	return nil
}

// lengths decodes a list of non-negative lengths.
func (c *column) lengths(into *[]int64, b []byte) (l []int64, rest []byte, err error) {
	if cap(*into) < c.page.left {
		*into = make([]int64, c.page.left)
	}
	n, rest, err := encoding.Delta((*into)[:c.page.left], b)
	if err != nil {
		return nil, nil, err
	}
	l = (*into)[:n]
	for _, v := range l {
		if v < 0 || v > 1<<31 {
			return nil, nil, errors.New("a byte array has a negative length")
		}
	}
	return l, rest, nil
}

// ensureArena makes an arena for values that are put together here.
func (c *column) ensureArena() *vec.Arena {
	if c.page.arena == nil {
		c.page.arena = c.alloc.NewArena()
	}
	return c.page.arena
}

func (c *column) loadDeltaLength(b []byte) error {
	if err := c.deltaRoom(); err != nil {
		return err
	}
	if len(b) == 0 {
		return c.emptyOr(encoding.ErrTruncated)
	}
	l, rest, err := c.lengths(&c.ints, b)
	if err != nil {
		return err
	}
	if !c.conv.text { // decimals: the bytes are in reused memory
		rest = c.ensureArena().Bytes(rest)
	}
	views := vec.AllocOf[vec.View](c.ensureArena(), len(l))
	for i, n := range l {
		if n > int64(len(rest)) {
			return encoding.ErrTruncated
		}
		views[i] = vec.ViewOf(rest[:n:n])
		rest = rest[n:]
	}
	c.page.kind, c.page.views = viewValues, views
	return nil
}

func (c *column) loadDeltaBytes(b []byte) error {
	if err := c.deltaRoom(); err != nil {
		return err
	}
	if len(b) == 0 {
		return c.emptyOr(encoding.ErrTruncated)
	}
	prefixes, b, err := c.lengths(&c.ints, b)
	if err != nil {
		return err
	}
	suffixes, b, err := c.lengths(&c.ints2, b)
	if err != nil {
		return err
	}
	if len(prefixes) != len(suffixes) {
		return errors.New("a delta byte array page has lists of two lengths")
	}
	total, last := int64(0), int64(0)
	for i, p := range prefixes {
		if p > last || suffixes[i] > int64(len(b)) {
			return encoding.ErrTruncated
		}
		last = p + suffixes[i]
		if total += last; total > c.pageBytesMax {
			return fmt.Errorf("a page with more than %d bytes of text is over the limit", c.pageBytesMax)
		}
	}
	return c.joinDeltas(prefixes, suffixes, b, int(total))
}

func (c *column) joinDeltas(prefixes, suffixes []int64, b []byte, total int) error {
	a := c.ensureArena()
	out := a.Alloc(total + padding)
	fixed := c.leaf.Type == format.FixedLenByteArray
	var views []vec.View
	if !fixed {
		views = vec.AllocOf[vec.View](a, len(prefixes))
	}
	at, from := 0, 0
	for i, p := range prefixes {
		s := int(suffixes[i])
		if s > len(b) {
			return encoding.ErrTruncated
		}
		n := copy(out[at:], out[from:from+int(p)])
		n += copy(out[at+n:], b[:s])
		b = b[s:]
		if fixed && n != int(c.leaf.TypeLength) {
			return errors.New("a fixed-length value has another length")
		}
		if !fixed {
			views[i] = vec.ViewOf(out[at : at+n : at+n])
		}
		from, at = at, at+n
	}
	if fixed {
		c.page.kind, c.page.data = plainFixed, out[:total]
		return nil
	}
	c.page.kind, c.page.views = viewValues, views
	return nil
}

func (c *column) loadSplit(b []byte) error {
	w := c.conv.width
	var out []byte
	if c.conv.text {
		out = c.ensureArena().Alloc(len(b) + padding)[:len(b)]
	} else {
		c.ints = growInts(c.ints, (len(b)+padding)/8+1)
		out = bytesOf(c.ints[:cap(c.ints)])[:len(b)]
	}
	if err := encoding.ByteStreamSplit(out, b, w); err != nil {
		return err
	}
	c.page.kind, c.page.data = plainFixed, out
	return nil
}

func growInts(s []int64, n int) []int64 {
	if cap(s) < n {
		return make([]int64, n)
	}
	return s[:n]
}
