package parquetio

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/format"
)

// bloomPlace is a bloom filter waiting to be written: header and bits.
type bloomPlace struct {
	group, leaf int
	b           []byte
}

// writeBlooms writes all filters between the last row group and the page indexes.
func (w *Writer) writeBlooms() error {
	for _, p := range w.blooms {
		c := &w.meta.RowGroups[p.group].Columns[p.leaf]
		c.BloomFilterOffset, c.BloomFilterLength = w.offset, int32(len(p.b))
		if err := w.write(p.b); err != nil {
			return err
		}
	}
	return nil
}

// finishBloom takes the filter of the row group that is about to be recorded.
func (w *Writer) finishBloom(leaf int) {
	l := w.leaves[leaf]
	if l.bloom == nil || len(l.bloom.hashes) == 0 {
		return
	}
	w.blooms = append(w.blooms, bloomPlace{group: len(w.meta.RowGroups), leaf: leaf, b: l.bloom.build(w.opts.BloomRate)})
	l.bloom.hashes = l.bloom.hashes[:0]
}

// copyBloom keeps the filter of a copied chunk.
func (w *Writer) copyBloom(f *File, c *format.ColumnChunk, leaf int) error {
	b, _, err := f.bloomBytes(c)
	if b != nil {
		w.blooms = append(w.blooms, bloomPlace{group: len(w.meta.RowGroups), leaf: leaf, b: b})
	}
	return err
}

// bloomBytesMax is the largest filter that is believed.
const bloomBytesMax = 128 << 20

// bloomBytes reads header and bits of a chunk's filter; bits is nil when there is none that we understand.
func (f *File) bloomBytes(c *format.ColumnChunk) (all, bits []byte, err error) {
	if c.BloomFilterOffset <= 0 {
		return nil, nil, nil
	}
	size := f.src.Size()
	n := int64(c.BloomFilterLength)
	if n <= 0 {
		n = 64
	}
	n = min(n, size-c.BloomFilterOffset)
	if n <= 0 {
		return nil, nil, errors.New("a bloom filter is outside of the file")
	}
	b := make([]byte, n)
	if err := readRange(f.src, b, c.BloomFilterOffset); err != nil {
		return nil, nil, err
	}
	h, head, err := format.DecodeBloomHeader(b)
	if err != nil {
		return nil, nil, err
	}
	total := int64(head) + int64(h.NumBytes)
	if h.NumBytes <= 0 || h.NumBytes%32 != 0 || h.NumBytes > bloomBytesMax || total > size-c.BloomFilterOffset {
		return nil, nil, errors.New("a bloom filter has an impossible size")
	}
	if total > n {
		b = make([]byte, total)
		if err := readRange(f.src, b, c.BloomFilterOffset); err != nil {
			return nil, nil, err
		}
	}
	b = b[:total]
	if !h.Known {
		return b, nil, nil
	}
	return b, b[head:], nil
}

// Bloom is the filter of one column chunk.
type Bloom struct {
	bits []byte
	leaf *node
}

// Bloom reads the filter of a leaf in row group g; nil when there is none.
func (f *File) Bloom(g, leaf int) (*Bloom, error) {
	_, b, err := f.bloomBytes(&f.meta.RowGroups[g].Columns[leaf])
	if err != nil || b == nil {
		return nil, readError(f.name, err)
	}
	return &Bloom{bits: b, leaf: f.leaves[leaf]}, nil
}

// MayContain tells whether the chunk may hold a value, given in the Go type that Bounds has for the leaf's own type in the
// file (a decimal with the file's scale). A value of a kind that the filter does not answer for may be there.
func (b *Bloom) MayContain(v any) bool {
	p, ok := bloomPlain(b.leaf, v)
	if !ok {
		return true
	}
	h := xxhash64(p)
	block := b.bits[(h>>32)*uint64(len(b.bits)/32)>>32*32:][:32]
	for i, salt := range bloomSalts {
		if binary.LittleEndian.Uint32(block[i*4:])>>(uint32(h)*salt>>27)&1 == 0 {
			return false
		}
	}
	return true
}

// bloomPlain is the plain form of a value in the leaf's physical type.
func bloomPlain(n *node, v any) ([]byte, bool) {
	switch v := v.(type) {
	case int64:
		plain := n.Annotation.Kind == format.NoLogical || n.Annotation.Kind == format.Date || n.Annotation.Kind == format.Integer && n.Annotation.Signed ||
			n.Annotation.Kind == format.Timestamp && n.Annotation.Unit == format.Micros
		switch {
		case n.Type == format.Int32 && plain && v == int64(int32(v)):
			return plainOf(int32(v)), true
		case n.Type == format.Int64 && plain:
			return plainOf(v), true
		}
	case float64:
		if v == 0 || v != v { // several bit patterns are equal
			return nil, false
		}
		switch n.Type {
		case format.Float:
			return plainOf(float32(v)), float64(float32(v)) == v
		case format.Double:
			return plainOf(v), true
		}
	case string:
		if n.Type == format.ByteArray && n.Annotation.Kind != format.Decimal || n.Type == format.FixedLenByteArray && len(v) == int(n.TypeLength) && n.Annotation.Kind != format.Decimal {
			return []byte(v), true
		}
	case types.Int128:
		small, ok := v.Int64()
		if n.Annotation.Kind != format.Decimal || !ok {
			return nil, false
		}
		switch {
		case n.Type == format.Int32 && small == int64(int32(small)):
			return plainOf(int32(small)), true
		case n.Type == format.Int64:
			return plainOf(small), true
		}
	}
	return nil, false
}

var bloomSalts = [8]uint32{0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31}

// bloomBuilder collects the hashes of a chunk's values; the size of the filter follows from their number.
type bloomBuilder struct{ hashes []uint64 }

func (b *bloomBuilder) add(plain []byte) { b.hashes = append(b.hashes, xxhash64(plain)) }

// build makes a filter with the false-positive rate for the distinct hashes.
func (b *bloomBuilder) build(rate float64) []byte {
	slices.Sort(b.hashes)
	distinct := slices.Compact(b.hashes)
	need := -8 * float64(len(distinct)) / math.Log(1-math.Pow(rate, 1.0/8)) / 8
	size := 32
	if need > 32 {
		size = 1 << bits.Len(uint(need-1))
	}
	size = min(size, bloomBytesMax)
	out := format.AppendBloomHeader(nil, int32(size))
	at := len(out)
	out = append(out, make([]byte, size)...)
	filter := out[at:]
	for _, h := range distinct {
		block := filter[(h>>32)*uint64(size/32)>>32*32:][:32]
		for i, salt := range bloomSalts {
			p := block[i*4:]
			binary.LittleEndian.PutUint32(p, binary.LittleEndian.Uint32(p)|1<<(uint32(h)*salt>>27))
		}
	}
	return out
}

// wantsBloom tells whether the options name the leaf.
func (o *WriterOptions) wantsBloom(path []string) bool {
	return slices.ContainsFunc(o.BloomFilters, func(s string) bool { return strings.EqualFold(s, strings.Join(path, ".")) })
}

// addBloom adds the values of the page under construction. With a dictionary, all of it is added once, at the end.
func (w *leafWriter) addBloom() {
	if w.bloom == nil || w.dict != nil {
		return
	}
	v := w.raw[w.headroom():]
	for len(v) > 0 {
		n := w.width
		if w.width == 0 {
			n = int(binary.LittleEndian.Uint32(v))
			v = v[4:]
		}
		w.bloom.add(v[:n])
		v = v[n:]
	}
}

// xxhash64 is XXH64 with seed 0, as the Parquet specification asks.
func xxhash64(b []byte) uint64 {
	const p1, p2, p3, p4, p5 = 11400714785074694791, 14029467366897019727, 1609587929392839161, 9650029242287828579, 2870177450012600261
	n := len(b)
	var h uint64
	round := func(acc, in uint64) uint64 { return bits.RotateLeft64(acc+in*p2, 31) * p1 }
	if n >= 32 {
		v := [4]uint64{0, p2, 0, 0}
		v[0] = p1
		v[0] += p2
		v[3] -= p1
		for ; len(b) >= 32; b = b[32:] {
			for i := range v {
				v[i] = round(v[i], binary.LittleEndian.Uint64(b[i*8:]))
			}
		}
		h = bits.RotateLeft64(v[0], 1) + bits.RotateLeft64(v[1], 7) + bits.RotateLeft64(v[2], 12) + bits.RotateLeft64(v[3], 18)
		for _, x := range v {
			h = (h^round(0, x))*p1 + p4
		}
	} else {
		h = p5
	}
	h += uint64(n)
	for ; len(b) >= 8; b = b[8:] {
		h = bits.RotateLeft64(h^round(0, binary.LittleEndian.Uint64(b)), 27)*p1 + p4
	}
	if len(b) >= 4 {
		h = bits.RotateLeft64(h^uint64(binary.LittleEndian.Uint32(b))*p1, 23)*p2 + p3
		b = b[4:]
	}
	for _, x := range b {
		h = bits.RotateLeft64(h^uint64(x)*p5, 11) * p1
	}
	h ^= h >> 33
	h *= p2
	h ^= h >> 29
	h *= p3
	return h ^ h>>32
}
