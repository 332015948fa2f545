package parquetio

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"unsafe"

	"github.com/flintlake/flintlake/internal/vec"
)

// dictionaryBuilder numbers distinct values in the order of their first appearance. The hash table holds code+1 and some bits
// of the hash; the seed is random, and does not show in the result.
type dictionaryBuilder struct {
	width   int       // 0: byte arrays
	plain   []byte    // the dictionary page
	offsets []int     // byte arrays: where each value starts in plain
	short   []rawView // byte arrays: the View of each value; of long ones only its first word counts
	n       int
	table   []uint64 // code+1 in the low half, hash in the high half
	mask    uint64
	seed    maphash.Seed

	// codes of the values of a Dictionary vector's dictionary, code+1, 0 when not yet asked for
	from   *vec.Vector
	mapped []uint32
}

func newDictionaryBuilder(width int) *dictionaryBuilder {
	return &dictionaryBuilder{width: width, table: make([]uint64, 1<<10), mask: 1<<10 - 1, seed: maphash.MakeSeed()}
}

func (d *dictionaryBuilder) grow() {
	old := d.table
	d.table = make([]uint64, len(old)*4)
	d.mask = uint64(len(d.table) - 1)
	for _, e := range old {
		if e != 0 {
			i := e >> 32 & d.mask
			for d.table[i] != 0 {
				i = (i + 1) & d.mask
			}
			d.table[i] = e
		}
	}
}

// value is the plain bytes of a code, without length.
func (d *dictionaryBuilder) value(code uint32) []byte {
	if d.width > 0 {
		return d.plain[int(code)*d.width : (int(code)+1)*d.width]
	}
	at := d.offsets[code]
	n := int(binary.LittleEndian.Uint32(d.plain[at:]))
	return d.plain[at+4 : at+4+n]
}

// addFixed appends the codes of plain values.
func (d *dictionaryBuilder) addFixed(codes []uint32, values []byte, width int) []uint32 {
	switch width {
	case 4:
		return addNumbers(d, codes, slice[uint32](values, len(values)/4))
	case 8:
		return addNumbers(d, codes, slice[uint64](values, len(values)/8))
	}
	for ; len(values) >= width; values = values[width:] {
		codes = append(codes, d.code(values[:width]))
	}
	return codes
}

func addNumbers[T uint32 | uint64](d *dictionaryBuilder, codes []uint32, values []T) []uint32 {
	for _, x := range values {
		if d.n*2 >= len(d.table) {
			d.grow()
		}
		h := uint64(x) * 0x9e3779b97f4a7c15
		h ^= h >> 32
		h = uint64(uint32(h))
		i := h & d.mask
		for {
			e := d.table[i]
			if e == 0 {
				d.table[i] = h<<32 | uint64(d.n+1)
				codes = append(codes, uint32(d.n))
				d.n++
				d.plain = append(d.plain, unsafe.Slice((*byte)(unsafe.Pointer(&x)), unsafe.Sizeof(x))...)
				break
			}
			if code := uint32(e) - 1; e>>32 == h && load[T](d.plain, int(code)) == x {
				codes = append(codes, code)
				break
			}
			i = (i + 1) & d.mask
		}
	}
	return codes
}

// addText appends the codes of byte arrays: views, or those of them at rows.
func (d *dictionaryBuilder) addText(codes []uint32, views []vec.View, rows []int32) []uint32 {
	if rows == nil {
		for i := range views {
			codes = append(codes, d.codeOf(&views[i]))
		}
		return codes
	}
	for _, r := range rows {
		codes = append(codes, d.codeOf(&views[r]))
	}
	return codes
}

// codeOf is code for a View. Short values, the most common ones, are hashed and compared as two words.
func (d *dictionaryBuilder) codeOf(v *vec.View) uint32 {
	w := *(*rawView)(unsafe.Pointer(v))
	if uint32(w[0]) > 12 {
		return d.code(v.Bytes())
	}
	if d.n*2 >= len(d.table) {
		d.grow()
	}
	hi, lo := bits.Mul64(w[0]^0x9e3779b97f4a7c15, w[1]^0xd6e8feb86659fd93)
	h := (hi ^ lo) >> 32
	for i := h & d.mask; ; i = (i + 1) & d.mask {
		e := d.table[i]
		if e == 0 {
			d.insertText(i, h, v.Bytes(), w)
			return uint32(d.n - 1)
		}
		if code := uint32(e) - 1; e>>32 == h && d.short[code] == w {
			return code
		}
	}
}

// insertText adds a value at a free place of the table.
func (d *dictionaryBuilder) insertText(i, h uint64, b []byte, w rawView) {
	d.table[i] = h<<32 | uint64(d.n+1)
	d.offsets = append(d.offsets, len(d.plain))
	d.short = append(d.short, w)
	d.plain = binary.LittleEndian.AppendUint32(d.plain, uint32(len(b)))
	d.plain = append(d.plain, b...)
	d.n++
}

// code finds or makes the code of a value that is fixed-length or longer than twelve bytes.
func (d *dictionaryBuilder) code(b []byte) uint32 {
	if d.n*2 >= len(d.table) {
		d.grow()
	}
	h := maphash.Bytes(d.seed, b) >> 32
	for i := h & d.mask; ; i = (i + 1) & d.mask {
		e := d.table[i]
		if e == 0 {
			if d.width == 0 {
				d.insertText(i, h, b, rawView{uint64(len(b)), 0})
			} else {
				d.table[i] = h<<32 | uint64(d.n+1)
				d.plain = append(d.plain, b...)
				d.n++
			}
			return uint32(d.n - 1)
		}
		if e>>32 == h && string(d.value(uint32(e)-1)) == string(b) {
			return uint32(e) - 1
		}
	}
}

// remap appends the codes of a Dictionary vector, hashing each entry of its dictionary at most once.
func (d *dictionaryBuilder) remap(w *leafWriter, v *vec.Vector, rows []int32, lo, n int, codes []uint32) []uint32 {
	base := v.Children[0]
	if d.from != base {
		d.from = base
		if cap(d.mapped) < base.Len {
			d.mapped = make([]uint32, base.Len)
		}
		d.mapped = d.mapped[:base.Len]
		clear(d.mapped)
	}
	for i := range n {
		r := lo + i
		if rows != nil {
			r = int(rows[i])
		}
		c := v.Codes[r]
		m := d.mapped[c]
		if m == 0 {
			if d.width == 0 {
				m = d.codeOf(&vec.Values[vec.View](base)[c]) + 1
			} else {
				w.dense = w.appendPlain(w.dense[:0], base, nil, int(c), 1)
				var one [1]uint32
				m = d.addFixed(one[:0], w.dense, w.width)[0] + 1
			}
			d.mapped[c] = m
		}
		codes = append(codes, m-1)
	}
	return codes
}
