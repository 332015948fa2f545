package codec

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/parquetio/format"
)

var codecs = []format.Codec{format.Uncompressed, format.Snappy, format.Gzip, format.Brotli, format.Zstd, format.LZ4Raw}

// TestRoundTrip compresses pages of all sizes, compressible or not, with reused state.
func TestRoundTrip(t *testing.T) {
	for _, c := range codecs {
		r := rand.New(rand.NewPCG(1, uint64(c)))
		z, err := NewCompressor(c, 0)
		if err != nil {
			t.Fatal(err)
		}
		var d Decompressor
		for _, n := range []int{1, 10, 1000, 70_000, 3, 300_000} {
			for _, letters := range []int{1, 3, 256} {
				in := make([]byte, n)
				for i := range in {
					in[i] = byte(r.IntN(letters))
				}
				b, err := z.Append([]byte("head"), in)
				if err != nil || string(b[:4]) != "head" {
					t.Fatalf("%v: %v", c, err)
				}
				b = b[4:]
				out := make([]byte, n)
				if err := Plausible(c, n, b); err != nil {
					t.Fatalf("%v of %d: %v", c, n, err)
				}
				if err := d.Decompress(c, out, b); err != nil || !bytes.Equal(in, out) {
					t.Fatalf("%v of %d: %v", c, n, err)
				}
				for _, wrong := range []int{n - 1, n + 1} { // never more nor less than promised
					if wrong > 0 && d.Decompress(c, make([]byte, wrong), b) == nil {
						t.Errorf("%v of %d decompresses to %d", c, n, wrong)
					}
				}
				again, _ := z.Append(nil, in)
				if !bytes.Equal(again, b) {
					t.Errorf("%v of %d: not deterministic", c, n)
				}
			}
		}
		d.Close()
	}
}

func TestDamaged(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	var d Decompressor
	for _, c := range append(codecs, format.LZ4) {
		z, err := NewCompressor(c, 0)
		if err != nil {
			z, _ = NewCompressor(format.LZ4Raw, 0)
		}
		b, _ := z.Append(nil, bytes.Repeat([]byte("abcdefgh1234"), 500))
		for range 200 {
			x := bytes.Clone(b)
			for range 1 + r.IntN(4) {
				x[r.IntN(len(x))] = byte(r.Uint32())
			}
			_ = d.Decompress(c, make([]byte, 6000), x[:r.IntN(len(x)+1)])
		}
	}
}

func TestUnknownCodec(t *testing.T) {
	var d Decompressor
	if err := d.Decompress(format.LZO, make([]byte, 1), []byte{1}); sparkerr.Condition(err) != "UNSUPPORTED_FEATURE" {
		t.Error(err)
	}
	if _, err := NewCompressor(format.LZO, 0); sparkerr.Condition(err) != "UNSUPPORTED_FEATURE" {
		t.Error(err)
	}
	if Plausible(format.Snappy, 1<<30, []byte{0x80, 0x80, 0x80, 0x80, 4, 0}) == nil {
		t.Error("a Snappy bomb is plausible")
	}
}
