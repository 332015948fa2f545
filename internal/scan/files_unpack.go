package scan

import (
	"compress/bzip2"
	"compress/gzip"
	"compress/zlib"
	"io"
	"path"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/klauspost/compress/zstd"
)

// unpacked reads a text file that its name says to be compressed, as Hadoop's codecs by extension do.
func unpacked(r io.Reader, name string) (io.Reader, error) {
	switch path.Ext(name) {
	case ".gz":
		return gzip.NewReader(r)
	case ".bz2":
		return bzip2.NewReader(r), nil
	case ".deflate":
		return zlib.NewReader(r)
	case ".zst":
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	case ".lz4", ".snappy":
		return nil, sparkerr.Unsupported("reading text files that end in " + path.Ext(name))
	}
	return r, nil
}
