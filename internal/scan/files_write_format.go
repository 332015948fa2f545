package scan

import (
	"bufio"
	"compress/gzip"
	"compress/zlib"
	"io"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/parquetio"
	"github.com/flintlake/flintlake/internal/textio"
	"github.com/flintlake/flintlake/internal/vec"
	"github.com/klauspost/compress/zstd"
)

// rowWriter writes the rows of one file.
type rowWriter interface {
	Write(b *vec.Batch) error
	Close() error
}

// fileCodec makes the writers of a format.
type fileCodec interface {
	suffix() string
	start(out objstore.Writer, schema types.StructType) (rowWriter, error)
}

func newFileCodec(r WriteRequest) (fileCodec, error) {
	if r.Format == "parquet" {
		return newParquetCodec(r)
	}
	s, err := textSession(r.Settings)
	if err != nil {
		return nil, err
	}
	t := &textCodec{name: r.Format}
	switch r.Format {
	case "csv":
		o, err := textio.ParseCSVWriteOptions(r.Options, s)
		if err != nil {
			return nil, err
		}
		t.open = func(w io.Writer, schema types.StructType) (rowWriter, error) {
			return textio.NewCSVWriter(w, schema, o)
		}
	case "json":
		s.KeepNullFields = !strings.EqualFold(setting(r.Settings, "spark.sql.jsonGenerator.ignoreNullFields", "true"), "true")
		o, err := textio.ParseJSONWriteOptions(r.Options, s)
		if err != nil {
			return nil, err
		}
		t.open = func(w io.Writer, schema types.StructType) (rowWriter, error) {
			return textio.NewJSONWriter(w, schema, o)
		}
	case "text":
		o, err := textio.ParseTextOptions(r.Options)
		if err != nil {
			return nil, err
		}
		t.open = func(w io.Writer, schema types.StructType) (rowWriter, error) {
			return textio.NewTextWriter(w, schema, o)
		}
		t.name = "txt"
	case "orc", "avro", "xml":
		return nil, sparkerr.Unsupported("writing files of format " + r.Format)
	default:
		return nil, sparkerr.New("DATA_SOURCE_NOT_FOUND", "provider", r.Format)
	}
	t.compression, err = textCompression(r.Options)
	return t, err
}

func setting(s *conf.Settings, key, otherwise string) string {
	if v, ok := s.Get(key); ok {
		return v
	}
	return otherwise
}

func optionOf(options map[string]string, keys ...string) string {
	for _, key := range keys {
		for k, v := range options {
			if strings.EqualFold(k, key) {
				return v
			}
		}
	}
	return ""
}

type parquetCodec struct {
	codec parquetio.Codec
	ext   string
}

// parquetCodecs are the codecs of Parquet files under the names that Spark gives them, with what it puts into the names of files.
var parquetCodecs = map[string]parquetCodec{
	"none": {parquetio.Uncompressed, ""}, "uncompressed": {parquetio.Uncompressed, ""}, "snappy": {parquetio.Snappy, ".snappy"},
	"gzip": {parquetio.Gzip, ".gz"}, "zstd": {parquetio.Zstd, ".zstd"}, "lz4_raw": {parquetio.LZ4Raw, ".lz4raw"}, "brotli": {parquetio.Brotli, ".br"},
}

func newParquetCodec(r WriteRequest) (fileCodec, error) {
	name := optionOf(r.Options, "compression", "parquet.compression")
	if name == "" {
		name = conf.ParquetCompression.Get(r.Settings)
	}
	c, ok := parquetCodecs[strings.ToLower(name)]
	switch strings.ToLower(name) {
	case "lz4", "lzo":
		return nil, sparkerr.Unsupported("writing Parquet files with " + name)
	}
	if !ok {
		return nil, sparkerr.New("CODEC_NOT_AVAILABLE.WITH_AVAILABLE_CODECS_SUGGESTION", "codecName", name,
			"availableCodecs", "brotli, uncompressed, lzo, snappy, lz4_raw, none, zstd, lz4, gzip")
	}
	return c, nil
}

func (c parquetCodec) suffix() string { return c.ext + ".parquet" }

func (c parquetCodec) start(out objstore.Writer, schema types.StructType) (rowWriter, error) {
	w, err := parquetio.NewWriter(out, schema, parquetio.WriterOptions{Codec: c.codec})
	if err != nil {
		return nil, err
	}
	return parquetRows{w}, nil
}

type parquetRows struct{ *parquetio.Writer }

// Close implements rowWriter.
func (p parquetRows) Close() error {
	_, err := p.Writer.Close()
	return err
}

// textCodec writes CSV, JSON or text, perhaps compressed.
type textCodec struct {
	name        string
	compression string // of file names: "gz", "" for none
	open        func(w io.Writer, schema types.StructType) (rowWriter, error)
}

func textCompression(options map[string]string) (string, error) {
	name := optionOf(options, "compression", "codec")
	switch strings.ToLower(name) {
	case "", "none", "uncompressed":
		return "", nil
	case "gzip":
		return "gz", nil
	case "deflate":
		return "deflate", nil
	case "zstd":
		return "zst", nil
	case "bzip2", "lz4", "snappy":
		return "", sparkerr.Unsupported("writing text files with " + name)
	}
	return "", sparkerr.New("CODEC_NOT_AVAILABLE.WITH_AVAILABLE_CODECS_SUGGESTION", "codecName", name,
		"availableCodecs", "bzip2, deflate, uncompressed, snappy, none, lz4, gzip, zstd")
}

func (t *textCodec) suffix() string {
	if t.compression == "" {
		return "." + t.name
	}
	return "." + t.name + "." + t.compression
}

func (t *textCodec) start(out objstore.Writer, schema types.StructType) (rowWriter, error) {
	f := &textFile{buffer: bufio.NewWriterSize(out, 256<<10)}
	var below io.Writer = f.buffer
	var err error
	switch t.compression {
	case "gz":
		f.packer = gzip.NewWriter(f.buffer)
	case "deflate":
		f.packer = zlib.NewWriter(f.buffer)
	case "zst":
		if f.packer, err = zstd.NewWriter(f.buffer); err != nil {
			return nil, err
		}
	}
	if f.packer != nil {
		below = f.packer
	}
	f.rowWriter, err = t.open(below, schema)
	return f, err
}

type textFile struct {
	rowWriter
	packer io.WriteCloser // nil: not compressed
	buffer *bufio.Writer
}

// Close implements rowWriter.
func (f *textFile) Close() error {
	if err := f.rowWriter.Close(); err != nil {
		return err
	}
	if f.packer != nil {
		if err := f.packer.Close(); err != nil {
			return err
		}
	}
	return f.buffer.Flush()
}
