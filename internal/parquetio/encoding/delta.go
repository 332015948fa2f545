package encoding

import (
	"encoding/binary"
	"errors"
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
