package encoding

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/parquet-go/bitpack"
)

// ErrTruncated means that a page ends before all its values.
var ErrTruncated = errors.New("a page ends before its values do")

// Hybrid reads the RLE and bit-packed hybrid in steps. It is fast where the capacity of the input extends Pad bytes
// behind its end: the vector code reads (and ignores) them.
type Hybrid struct {
	src    []byte
	width  uint
	run    int    // values left in the present run
	value  uint32 // of an RLE run
	packed []byte // of a bit-packed run: the groups that are left, the first of them starting skip values before the next
	skip   int
}

// Pad is how many bytes behind the input the unpacker may read.
const Pad = bitpack.PaddingInt32

// Reset starts at src, whose values are width bits wide (0 to 32).
func (h *Hybrid) Reset(src []byte, width uint) {
	*h = Hybrid{src: src, width: width}
}

// next starts the next run.
func (h *Hybrid) next() error {
	v, n := binary.Uvarint(h.src)
	if n <= 0 || v > 1<<32 {
		return ErrTruncated
	}
	h.src = h.src[n:]
	if v&1 == 0 {
		w := int(h.width+7) / 8
		if len(h.src) < w {
			return ErrTruncated
		}
		h.run, h.value, h.packed = int(v>>1), 0, nil
		for i := range w {
			h.value |= uint32(h.src[i]) << (8 * i)
		}
		if h.width < 32 && h.value>>h.width != 0 {
			return errors.New("a run value is wider than its bit width")
		}
		h.src = h.src[w:]
		return nil
	}
	groups := int(v >> 1)
	size := groups * int(h.width)
	if size > len(h.src) { // writers may cut the padding of the last group
		if len(h.src) == 0 {
			return ErrTruncated
		}
		size = len(h.src)
	}
	h.packed, h.src = h.src[:size], h.src[size:] // the capacity stays: the unpacker reads behind
	h.run, h.skip = groups*8, 0
	if h.width > 0 {
		h.run = min(h.run, size*8/int(h.width))
	}
	return nil
}

// Read decodes len(dst) values.
func (h *Hybrid) Read(dst []uint32) error {
	for len(dst) > 0 {
		if h.run == 0 {
			if err := h.next(); err != nil {
				return err
			}
			continue
		}
		n := min(h.run, len(dst))
		switch {
		case h.packed == nil || h.width == 0:
			v := h.value
			if h.packed != nil {
				v = 0
			}
			d := dst[:n]
			for i := range d {
				d[i] = v
			}
		default:
			n = h.unpack(dst[:n])
		}
		h.run -= n
		dst = dst[n:]
	}
	return nil
}

// unpack decodes up to len(dst) values of the bit-packed run and tells how many.
func (h *Hybrid) unpack(dst []uint32) int {
	if h.skip > 0 || len(dst) < 8 { // within a group
		var group [8]uint32
		h.group(&group)
		n := copy(dst, group[h.skip:])
		if h.skip += n; h.skip == 8 {
			h.skip = 0
			h.packed = h.packed[min(int(h.width), len(h.packed)):]
		}
		return n
	}
	n := len(dst) &^ 7
	size := n / 8 * int(h.width)
	if size > len(h.packed) {
		n = len(h.packed) / int(h.width) * 8
		if n == 0 {
			var group [8]uint32
			h.group(&group)
			n = copy(dst, group[:])
			h.packed = nil
			return n
		}
		size = n / 8 * int(h.width)
	}
	if cap(h.packed) < size+Pad { // the end of a buffer without padding
		var group [8]uint32
		h.group(&group)
		h.packed = h.packed[h.width:]
		return copy(dst, group[:])
	}
	bitpack.Unpack(dst[:n], h.packed[:size], h.width)
	h.packed = h.packed[size:]
	return n
}

// group decodes the group at the front without reading past the input.
func (h *Hybrid) group(dst *[8]uint32) {
	var b [40]byte
	copy(b[:32], h.packed[:min(len(h.packed), int(h.width))])
	mask := uint64(1)<<h.width - 1
	for i := range dst {
		bit := uint(i) * h.width
		dst[i] = uint32(binary.LittleEndian.Uint64(b[bit>>3:]) >> (bit & 7) & mask)
	}
}

// Run reports the present run when it repeats one value: its length and value. ok is false in a bit-packed run.
func (h *Hybrid) Run() (n int, value uint32, ok bool, err error) {
	for h.run == 0 {
		if err := h.next(); err != nil {
			return 0, 0, false, err
		}
	}
	if h.packed == nil {
		return h.run, h.value, true, nil
	}
	if h.width == 0 {
		return h.run, 0, true, nil
	}
	return h.run, 0, false, nil
}

// Skip passes over n values.
func (h *Hybrid) Skip(n int) error {
	var sink [256]uint32
	for n > 0 {
		run, _, constant, err := h.Run()
		if err != nil {
			return err
		}
		k := min(run, n)
		if constant {
			h.run -= k
			n -= k
			continue
		}
		k = min(k, len(sink))
		if err := h.Read(sink[:k]); err != nil {
			return err
		}
		n -= k
	}
	return nil
}

// ReadBits decodes n values of width 1 into the bitmap at position pos (whose bits from there on are zero) and counts
// the ones: definition levels of a flat optional column.
func (h *Hybrid) ReadBits(bitmap []byte, pos, n int) (ones int, err error) {
	for n > 0 {
		if h.run == 0 {
			if err := h.next(); err != nil {
				return 0, err
			}
			continue
		}
		k := min(h.run, n)
		switch {
		case h.packed == nil:
			if h.value == 1 {
				SetBits(bitmap, pos, k)
				ones += k
			}
		default:
			ones += orBits(bitmap, pos, h.packed, h.skip, k)
			h.skip += k
			h.packed = h.packed[h.skip>>3:]
			h.skip &= 7
		}
		h.run -= k
		pos += k
		n -= k
	}
	return ones, nil
}

// SetBits sets n bits from pos on.
func SetBits(b []byte, pos, n int) {
	for n > 0 && pos&7 != 0 {
		b[pos>>3] |= 1 << (pos & 7)
		pos++
		n--
	}
	whole := b[pos>>3 : pos>>3+n>>3]
	for i := range whole {
		whole[i] = 0xff
	}
	if pos += n &^ 7; n&7 != 0 {
		b[pos>>3] |= 1<<(n&7) - 1
	}
}

// orBits copies n bits of src from bit at on into zero bits of dst from pos on, and counts the ones.
func orBits(dst []byte, pos int, src []byte, at, n int) (ones int) {
	for n >= 8 {
		if pos&7 == 0 && at == 0 { // whole bytes
			k := n >> 3
			copy(dst[pos>>3:], src[:k])
			ones += countOnes(src[:k])
			src, pos, n = src[k:], pos+k*8, n&7
			break
		}
		v := uint(src[0])
		if at > 0 {
			v = (v | uint(src[1])<<8) >> at & 0xff
		}
		w := v << (pos & 7)
		dst[pos>>3] |= byte(w)
		if pos&7 != 0 {
			dst[pos>>3+1] |= byte(w >> 8)
		}
		ones += bits.OnesCount(v)
		src, pos, n = src[1:], pos+8, n-8
	}
	for i := range n {
		if src[(at+i)>>3]>>((at+i)&7)&1 != 0 {
			dst[(pos+i)>>3] |= 1 << ((pos + i) & 7)
			ones++
		}
	}
	return ones
}

func countOnes(b []byte) (n int) {
	for len(b) >= 8 {
		n += bits.OnesCount64(binary.LittleEndian.Uint64(b))
		b = b[8:]
	}
	for _, x := range b {
		n += bits.OnesCount8(x)
	}
	return n
}

// AppendRun appends one RLE run.
func AppendRun(dst []byte, value uint32, n int, width uint) []byte {
	dst = binary.AppendUvarint(dst, uint64(n)<<1)
	for i := uint(0); i < width; i += 8 {
		dst = append(dst, byte(value>>i))
	}
	return dst
}

// runMin is the length from which a run is worth leaving the bit-packed form.
const runMin = 32

// AppendHybrid appends values of width bits (1 to 32), long runs as RLE and the rest bit-packed.
func AppendHybrid(dst []byte, values []uint32, width uint) []byte {
	if width == 0 {
		return AppendRun(dst, 0, len(values), 0)
	}
	from := 0 // start of what is not yet written
	for i := 0; i < len(values); {
		// A run counts from the next multiple of 8 after from, since only the last packed group may be partial.
		run := 1
		for i+run < len(values) && values[i+run] == values[i] {
			run++
		}
		head := (from - i) & 7
		if run-head >= runMin {
			dst = appendPacked(dst, values[from:i+head], width)
			dst = AppendRun(dst, values[i], run-head, width)
			from = i + run
		}
		i += run
	}
	return appendPacked(dst, values[from:], width)
}

func appendPacked(dst []byte, values []uint32, width uint) []byte {
	if len(values) == 0 {
		return dst
	}
	groups := (len(values) + 7) / 8
	dst = binary.AppendUvarint(dst, uint64(groups)<<1|1)
	return AppendPacked(dst, values, width)
}

// AppendPacked appends bit-packed groups of 8 values without a header, the last one filled up with zeros.
func AppendPacked(dst []byte, values []uint32, width uint) []byte {
	size := (len(values) + 7) / 8 * int(width)
	at := len(dst)
	dst = Grow(dst, size+64)[:at+size]
	whole := len(values) &^ 7
	if whole > 0 {
		bitpack.Pack(dst[at:at+whole/8*int(width)], values[:whole], width)
	}
	if rest := values[whole:]; len(rest) > 0 {
		var group [8]uint32
		copy(group[:], rest)
		var b [40]byte
		for i, v := range group {
			bit := uint(i) * width
			x := binary.LittleEndian.Uint64(b[bit>>3:]) | uint64(v)<<(bit&7)
			binary.LittleEndian.PutUint64(b[bit>>3:], x)
		}
		copy(dst[at+whole/8*int(width):], b[:width])
	}
	return dst
}

// AppendBits appends n bits of a bitmap from pos on as a hybrid of width 1: one run where all are equal, else bit-packed.
func AppendBits(dst, bitmap []byte, pos, n, ones int) []byte {
	switch ones {
	case n:
		return AppendRun(dst, 1, n, 1)
	case 0:
		return AppendRun(dst, 0, n, 1)
	}
	groups := (n + 7) / 8
	dst = binary.AppendUvarint(dst, uint64(groups)<<1|1)
	at := len(dst)
	dst = Grow(dst, groups)[:at+groups]
	clear(dst[at:])
	orBits(dst[at:], 0, bitmap[pos>>3:], pos&7, n)
	return dst
}

// Grow makes room for n more bytes.
func Grow(b []byte, n int) []byte {
	if cap(b)-len(b) >= n {
		return b
	}
	c := make([]byte, len(b), len(b)+n+cap(b)/2)
	copy(c, b)
	return c
}

// FromBigEndianBits turns the deprecated BIT_PACKED encoding of levels (most significant bit first) into a hybrid.
func FromBigEndianBits(src []byte, n int, width uint) []byte {
	values := make([]uint32, n)
	for i := range values {
		var v uint32
		for k := range width {
			bit := uint(i)*width + k
			v = v<<1 | uint32(src[bit>>3]>>(7-bit&7)&1)
		}
		values[i] = v
	}
	return AppendHybrid(nil, values, width)
}
