package codec

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/parquetio/format"
)

// Decompressor holds the state of the codecs between pages. The zero value is ready.
type Decompressor struct {
	zstd   *zstd.Decoder
	gzip   *gzip.Reader
	brotli *brotli.Reader
	src    bytes.Reader
}

var errSize = errors.New("a page decompresses to another size than its header says")

// snappyRatio is the most that Snappy can expand: a copy of 64 bytes takes 3.
const snappyRatio = 22

// Plausible tells whether src can decompress to n bytes, before memory for them is taken.
func Plausible(c format.Codec, n int, src []byte) error {
	switch c {
	case format.Snappy:
		if d, err := s2.DecodedLen(src); err != nil || d != n {
			return errSize
		}
		if n > snappyRatio*len(src) {
			return errors.New("a Snappy page claims an impossible size")
		}
	case format.LZ4, format.LZ4Raw:
		if n > 256*(len(src)+1) {
			return errors.New("an LZ4 page claims an impossible size")
		}
	case format.Gzip:
		if n > 1100*(len(src)+1) {
			return errors.New("a gzip page claims an impossible size")
		}
	}
	return nil
}

// Decompress fills dst, which has the size that the page header says.
func (d *Decompressor) Decompress(c format.Codec, dst, src []byte) error {
	if len(dst) == 0 { // some writers leave out even the empty frame
		return nil
	}
	switch c {
	case format.Uncompressed:
		if len(src) != len(dst) {
			return errSize
		}
		copy(dst, src)
		return nil
	case format.Snappy:
		if n, err := s2.DecodedLen(src); err != nil || n != len(dst) {
			return errSize
		}
		_, err := s2.Decode(dst, src)
		return err
	case format.Zstd:
		return d.unzstd(dst, src)
	case format.Gzip:
		return d.ungzip(dst, src)
	case format.Brotli:
		d.src.Reset(src)
		if d.brotli == nil {
			d.brotli = brotli.NewReader(&d.src)
		} else if err := d.brotli.Reset(&d.src); err != nil {
			return err
		}
		return readExactly(d.brotli, dst)
	case format.LZ4Raw:
		return unlz4(dst, src)
	case format.LZ4:
		return hadoopLZ4(dst, src)
	}
	return sparkerr.Unsupported(fmt.Sprintf("Parquet codec %v", c))
}

func (d *Decompressor) unzstd(dst, src []byte) error {
	if d.zstd == nil {
		z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderMaxMemory(4<<30))
		if err != nil {
			return err
		}
		d.zstd = z
	}
	out, err := d.zstd.DecodeAll(src, dst[:0:len(dst)])
	if err != nil {
		return err
	}
	if len(out) != len(dst) {
		return errSize
	}
	if &out[0] != &dst[0] {
		copy(dst, out)
	}
	return nil
}

// ungzip reads all members of src: parquet-mr and others write several.
func (d *Decompressor) ungzip(dst, src []byte) error {
	d.src.Reset(src)
	var err error
	if d.gzip == nil {
		d.gzip, err = gzip.NewReader(&d.src)
	} else {
		err = d.gzip.Reset(&d.src)
	}
	if err != nil {
		return err
	}
	return readExactly(d.gzip, dst)
}

func readExactly(r io.Reader, dst []byte) error {
	if _, err := io.ReadFull(r, dst); err != nil {
		return errSize
	}
	var one [1]byte
	if n, _ := r.Read(one[:]); n != 0 {
		return errSize
	}
	return nil
}

func unlz4(dst, src []byte) error {
	n, err := lz4.UncompressBlock(src, dst)
	if err != nil {
		return err
	}
	if n != len(dst) {
		return errSize
	}
	return nil
}

// hadoopLZ4 is the deprecated codec: frames of (decompressed size, compressed size, block), big endian. Old parquet-cpp wrote
// a bare block under the same name.
func hadoopLZ4(dst, src []byte) error {
	out, in := dst, src
	for len(out) > 0 {
		if len(in) < 8 {
			return unlz4(dst, src)
		}
		n, m := binary.BigEndian.Uint32(in), binary.BigEndian.Uint32(in[4:])
		if uint64(n) > uint64(len(out)) || uint64(m) > uint64(len(in)-8) || n == 0 {
			return unlz4(dst, src)
		}
		if unlz4(out[:n], in[8:8+m]) != nil {
			return unlz4(dst, src)
		}
		out, in = out[n:], in[8+m:]
	}
	return nil
}

// Close frees what the codecs hold. The Decompressor may be used again.
func (d *Decompressor) Close() {
	if d.zstd != nil {
		d.zstd.Close()
	}
	*d = Decompressor{}
}
