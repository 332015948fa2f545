package encoding

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

var errDelta = errors.New("a delta-encoded page is malformed")

// deltaHeader reads block size, miniblocks per block and number of values.
type deltaReader struct {
	src        []byte
	block      int
	miniblocks int
	count      int
	first      int64
}

func (d *deltaReader) uvarint() (uint64, error) {
	v, n := binary.Uvarint(d.src)
	if n <= 0 {
		return 0, ErrTruncated
	}
	d.src = d.src[n:]
	return v, nil
}

func (d *deltaReader) header() error {
	block, err := d.uvarint()
	if err != nil {
		return err
	}
	mini, err := d.uvarint()
	if err != nil {
		return err
	}
	count, err := d.uvarint()
	if err != nil {
		return err
	}
	first, err := d.uvarint()
	if err != nil {
		return err
	}
	if block == 0 || block > 1<<20 || mini == 0 || mini > block || block%mini != 0 || block/mini%8 != 0 || count > 1<<31 {
		return errDelta
	}
	d.block, d.miniblocks, d.count = int(block), int(mini), int(count)
	d.first = int64(first>>1) ^ -int64(first&1)
	return nil
}

// Delta decodes DELTA_BINARY_PACKED into dst, which has room for the values that the page can hold. It returns how many
// there were and the rest of the input. For 32-bit columns take the low half: arithmetic is modulo 2^64, whose low half
// is that modulo 2^32.
func Delta(dst []int64, src []byte) (n int, rest []byte, err error) {
	d := deltaReader{src: src}
	if err := d.header(); err != nil {
		return 0, nil, err
	}
	if d.count > len(dst) {
		return 0, nil, errDelta
	}
	if d.count == 0 {
		return 0, d.src, nil
	}
	dst = dst[:d.count]
	dst[0] = d.first
	last, perMini := d.first, d.block/d.miniblocks
	for i := 1; i < len(dst); {
		u, err := d.uvarint()
		if err != nil {
			return 0, nil, err
		}
		minDelta := int64(u>>1) ^ -int64(u&1)
		if len(d.src) < d.miniblocks {
			return 0, nil, ErrTruncated
		}
		widths := d.src[:d.miniblocks]
		d.src = d.src[d.miniblocks:]
		for _, w := range widths {
			if i == len(dst) {
				break
			}
			if w > 64 {
				return 0, nil, errDelta
			}
			size := perMini / 8 * int(w)
			k := min(perMini, len(dst)-i)
			if need := (k*int(w) + 7) / 8; len(d.src) < need {
				return 0, nil, ErrTruncated
			}
			packed := d.src[:min(size, len(d.src))]
			last = undelta(dst[i:i+k], packed, uint(w), minDelta, last)
			d.src = d.src[len(packed):]
			i += k
		}
	}
	return d.count, d.src, nil
}

func undelta(dst []int64, packed []byte, w uint, minDelta, last int64) int64 {
	if w == 0 {
		for i := range dst {
			last += minDelta
			dst[i] = last
		}
		return last
	}
	for i := range dst {
		last += minDelta + int64(bitsAt(packed, uint(i)*w, w))
		dst[i] = last
	}
	return last
}

// bitsAt reads w bits (1 to 64) from bit on.
func bitsAt(b []byte, bit, w uint) uint64 {
	at, shift := bit>>3, bit&7
	if at+9 <= uint(len(b)) {
		v := binary.LittleEndian.Uint64(b[at:]) >> shift
		if shift+w > 64 {
			v |= uint64(b[at+8]) << (64 - shift)
		}
		return v & (^uint64(0) >> (64 - w))
	}
	var t [9]byte
	copy(t[:], b[min(at, uint(len(b))):])
	v := binary.LittleEndian.Uint64(t[:]) >> shift
	if shift+w > 64 {
		v |= uint64(t[8]) << (64 - shift)
	}
	return v & (^uint64(0) >> (64 - w))
}

const (
	deltaBlock = 128
	deltaMinis = 4
	deltaMini  = deltaBlock / deltaMinis
)

// AppendDelta appends values as DELTA_BINARY_PACKED. width is 32 or 64, the size of the column's type.
func AppendDelta(dst []byte, values []int64, width uint) []byte {
	dst = binary.AppendUvarint(dst, deltaBlock)
	dst = binary.AppendUvarint(dst, deltaMinis)
	dst = binary.AppendUvarint(dst, uint64(len(values)))
	if len(values) == 0 {
		return binary.AppendUvarint(dst, 0)
	}
	dst = appendZigzag(dst, values[0])
	last := values[0]
	var deltas [deltaBlock]int64
	for rest := values[1:]; len(rest) > 0; {
		n := min(len(rest), deltaBlock)
		low := int64(1<<63 - 1)
		for i, v := range rest[:n] {
			deltas[i] = v - last
			if width == 32 {
				deltas[i] = int64(int32(deltas[i]))
			}
			low = min(low, deltas[i])
			last = v
		}
		dst = appendDeltaBlock(dst, deltas[:n], low, width)
		rest = rest[n:]
	}
	return dst
}

func appendZigzag(dst []byte, v int64) []byte {
	return binary.AppendUvarint(dst, uint64(v<<1)^uint64(v>>63))
}

func appendDeltaBlock(dst []byte, deltas []int64, low int64, width uint) []byte {
	dst = appendZigzag(dst, low)
	at := len(dst)
	dst = append(dst, make([]byte, deltaMinis)...)
	for m := 0; m*deltaMini < len(deltas); m++ {
		mini := deltas[m*deltaMini : min((m+1)*deltaMini, len(deltas))]
		var all uint64
		for _, d := range mini {
			all |= uint64(d - low)
		}
		if width == 32 {
			all &= 1<<32 - 1
		}
		w := uint(bits.Len64(all))
		dst[at+m] = byte(w)
		from := len(dst)
		dst = append(dst, make([]byte, deltaMini/8*int(w))...)
		for i, d := range mini {
			putBits(dst[from:], uint(i)*w, w, uint64(d-low))
		}
	}
	return dst
}

func putBits(b []byte, bit, w uint, v uint64) {
	if w < 64 {
		v &= 1<<w - 1
	}
	for w > 0 {
		at, shift := bit>>3, bit&7
		b[at] |= byte(v << shift)
		n := min(8-shift, w)
		v >>= n
		bit += n
		w -= n
	}
}

// ByteStreamSplit puts the bytes of values of the given width together again.
func ByteStreamSplit(dst, src []byte, width int) error {
	n := len(src) / width
	if len(src)%width != 0 || len(dst) < len(src) {
		return errors.New("a byte-stream-split page is not a multiple of its width")
	}
	for k := range width {
		s := src[k*n : (k+1)*n]
		d := dst[k:]
		for i, x := range s {
			d[i*width] = x
		}
	}
	return nil
}

// AppendByteStreamSplit appends values of the given width, byte 0 of all, then byte 1 of all …
func AppendByteStreamSplit(dst, values []byte, width int) []byte {
	n := len(values) / width
	dst = Grow(dst, len(values))
	for k := range width {
		for i := range n {
			dst = append(dst, values[i*width+k])
		}
	}
	return dst
}
