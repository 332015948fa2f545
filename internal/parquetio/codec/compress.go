package codec

import (
	"bytes"
	"fmt"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/parquetio/format"
)

// Compressor compresses pages with one codec and level.
type Compressor struct {
	codec format.Codec
	level int
	zstd  *zstd.Encoder
	gzip  *gzip.Writer
	brot  *brotli.Writer
	lz4   lz4.Compressor
	buf   bytes.Buffer
}

// NewCompressor makes a compressor; level 0 is the codec's usual one (zstd 3, gzip 6, brotli 1 as parquet-mr has it).
func NewCompressor(c format.Codec, level int) (*Compressor, error) {
	z := &Compressor{codec: c, level: level}
	switch c {
	case format.Uncompressed, format.Snappy, format.LZ4Raw:
	case format.Zstd:
		if level == 0 {
			level = 3
		}
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level)), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
		if err != nil {
			return nil, err
		}
		z.zstd = e
	case format.Gzip:
		if level == 0 {
			level = 6
		}
		w, err := gzip.NewWriterLevel(nil, level)
		if err != nil {
			return nil, err
		}
		z.gzip = w
	case format.Brotli:
		if level == 0 {
			level = 1
		}
		z.brot = brotli.NewWriterLevel(nil, level)
	default:
		return nil, sparkerr.Unsupported(fmt.Sprintf("writing Parquet with codec %v", c))
	}
	return z, nil
}

// Append appends the compressed form of src to dst.
func (z *Compressor) Append(dst, src []byte) ([]byte, error) {
	switch z.codec {
	case format.Snappy:
		at := len(dst)
		dst = grow(dst, s2.MaxEncodedLen(len(src)))
		out := s2.EncodeSnappy(dst[at:cap(dst)], src) // plain Snappy; golang/snappy takes twice as long
		return dst[:at+len(out)], nil
	case format.Zstd:
		return z.zstd.EncodeAll(src, dst), nil
	case format.LZ4Raw:
		at := len(dst)
		dst = grow(dst, lz4.CompressBlockBound(len(src)))
		n, err := z.lz4.CompressBlock(src, dst[at:cap(dst)])
		return dst[:at+n], err
	case format.Gzip:
		z.buf.Reset()
		z.gzip.Reset(&z.buf)
		if _, err := z.gzip.Write(src); err != nil {
			return nil, err
		}
		if err := z.gzip.Close(); err != nil {
			return nil, err
		}
		return append(dst, z.buf.Bytes()...), nil
	case format.Brotli:
		z.buf.Reset()
		z.brot.Reset(&z.buf)
		if _, err := z.brot.Write(src); err != nil {
			return nil, err
		}
		if err := z.brot.Close(); err != nil {
			return nil, err
		}
		return append(dst, z.buf.Bytes()...), nil
	}
	return append(dst, src...), nil
}

// grow makes room for n more bytes.
func grow(b []byte, n int) []byte {
	if cap(b)-len(b) >= n {
		return b
	}
	c := make([]byte, len(b), len(b)+n+cap(b)/2)
	copy(c, b)
	return c
}
