package encoding

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// The encoders of what this package only reads.

const (
	deltaBlock = 128
	deltaMinis = 4
	deltaMini  = deltaBlock / deltaMinis
)

// appendDelta appends values as DELTA_BINARY_PACKED. width is 32 or 64, the size of the column's type.
func appendDelta(dst []byte, values []int64, width uint) []byte {
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

// appendByteStreamSplit appends values of the given width, byte 0 of all, then byte 1 of all …
func appendByteStreamSplit(dst, values []byte, width int) []byte {
	n := len(values) / width
	dst = Grow(dst, len(values))
	for k := range width {
		for i := range n {
			dst = append(dst, values[i*width+k])
		}
	}
	return dst
}

func TestDelta(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		n := r.IntN(700)
		values := make([]int64, n)
		shift, wide := r.IntN(64), uint(64)
		if r.IntN(2) == 0 {
			shift, wide = 32+r.IntN(32), 32
		}
		for i := range values {
			values[i] = int64(r.Uint64()) >> shift
		}
		b := append(appendDelta(nil, values, wide), 1, 2, 3)
		got := make([]int64, n+5)
		k, rest, err := Delta(got, b)
		if err != nil || k != n || !bytes.Equal(rest, []byte{1, 2, 3}) {
			t.Fatalf("%d of %d values, rest %v: %v", k, n, rest, err)
		}
		for i, v := range values {
			if got[i] != v && (wide == 64 || int32(got[i]) != int32(v)) {
				t.Fatalf("value %d of %d: %d, want %d", i, n, got[i], v)
			}
		}
		for cut := range len(b) - 3 {
			_, _, _ = Delta(got, b[:cut])
		}
	}
}

func TestByteStreamSplit(t *testing.T) {
	for _, width := range []int{2, 4, 8, 12} {
		in := make([]byte, width*37)
		for i := range in {
			in[i] = byte(i * 7)
		}
		out := make([]byte, len(in))
		if err := ByteStreamSplit(out, appendByteStreamSplit(nil, in, width), width); err != nil || !bytes.Equal(in, out) {
			t.Errorf("width %d: %v", width, err)
		}
	}
}

// hybridValues makes runs and noise of a width.
func hybridValues(r *rand.Rand, width uint) []uint32 {
	var l []uint32
	for range r.IntN(20) {
		v := uint32(r.Uint64() & (1<<width - 1))
		run := r.IntN(3) * r.IntN(100)
		for range run {
			l = append(l, v)
		}
		for range r.IntN(50) {
			l = append(l, uint32(r.Uint64()&(1<<width-1)))
		}
	}
	return l
}

func TestHybrid(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for width := uint(0); width <= 32; width++ {
		for range 30 {
			values := hybridValues(r, width)
			b := AppendHybrid(nil, values, width)
			for _, padded := range []bool{false, true} {
				src := slices.Clip(b)
				if padded {
					src = append(slices.Clone(b), make([]byte, Pad)...)[:len(b)]
				}
				var h Hybrid
				h.Reset(src, width)
				var got []uint32
				for len(got) < len(values) {
					n := min(1+r.IntN(40), len(values)-len(got))
					if r.IntN(4) == 0 {
						if err := h.Skip(n); err != nil {
							t.Fatal(err)
						}
						got = append(got, values[len(got):len(got)+n]...)
						continue
					}
					part := make([]uint32, n)
					if err := h.Read(part); err != nil {
						t.Fatalf("width %d after %d of %d: %v", width, len(got), len(values), err)
					}
					got = append(got, part...)
				}
				if !slices.Equal(got, values) {
					t.Fatalf("width %d: values differ", width)
				}
			}
		}
	}
}

func TestHybridBits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		values := hybridValues(r, 1)
		bitmap := make([]byte, len(values)/8+2)
		ones := 0
		for i, v := range values {
			bitmap[i/8] |= byte(v) << (i % 8)
			ones += int(v)
		}
		for _, src := range [][]byte{AppendHybrid(nil, values, 1), AppendBits(nil, bitmap, 0, len(values), ones)} {
			var h Hybrid
			h.Reset(src, 1)
			start := r.IntN(9)
			got := make([]byte, (start+len(values))/8+2)
			count := 0
			for at := 0; at < len(values); {
				n := min(1+r.IntN(60), len(values)-at)
				k, err := h.ReadBits(got, start+at, n)
				if err != nil {
					t.Fatal(err)
				}
				count += k
				at += n
			}
			if count != ones {
				t.Fatalf("%d ones, want %d", count, ones)
			}
			for i, v := range values {
				if uint32(got[(start+i)/8]>>((start+i)%8)&1) != v {
					t.Fatalf("bit %d of %d", i, len(values))
				}
			}
		}
	}
}

func TestBools(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for n := range 70 {
		values := make([]byte, n)
		for i := range values {
			values[i] = byte(r.IntN(2))
		}
		b := AppendBools(nil, values)
		at := min(r.IntN(9), n)
		got := make([]byte, n-at)
		UnpackBools(got, b, at)
		if !bytes.Equal(got, values[at:]) {
			t.Fatalf("%d booleans from %d", n, at)
		}
	}
}

func FuzzDelta(f *testing.F) {
	f.Add(appendDelta(nil, []int64{1, 2, 3, 1 << 40}, 64))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, _, _ = Delta(make([]int64, 1000), b)
		var h Hybrid
		h.Reset(b, 7)
		_ = h.Read(make([]uint32, 500))
	})
}
