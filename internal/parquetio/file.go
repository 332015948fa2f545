package parquetio

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/format"
)

// sparkSchemaKey is the metadata key under which Spark stores its own schema as JSON.
const sparkSchemaKey = "org.apache.spark.sql.parquet.row.metadata"

// OpenOptions tunes Open. The zero value is right for most.
type OpenOptions struct {
	// TailBytes is how much of the end of the file is fetched at first, in the hope that the footer is within: 64 KiB when 0.
	TailBytes int64
	// FooterBytesMax refuses larger footers: 256 MiB when 0.
	FooterBytesMax int64
	// PageBytesMax refuses pages that decompress to more: 1 GiB when 0.
	PageBytesMax int64
}

func (o OpenOptions) withDefaults() OpenOptions {
	if o.TailBytes == 0 {
		o.TailBytes = 64 << 10
	}
	if o.FooterBytesMax == 0 {
		o.FooterBytesMax = 256 << 20
	}
	if o.PageBytesMax == 0 {
		o.PageBytesMax = 1 << 30
	}
	return o
}

// File is an open Parquet file: its metadata, and the way to its data. It is safe for concurrent use.
type File struct {
	src    Source
	name   string
	opts   OpenOptions
	meta   *format.FileMetaData
	root   *node
	leaves []*node
	firsts []int64 // number of the first row of each row group

	indexes *indexCache
}

// Open reads the footer of src, with one request when it is short. name is the file as errors name it.
// A file that is not Parquet or damaged gives FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER.
func Open(ctx context.Context, src Source, name string, opts OpenOptions) (*File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f := &File{src: src, name: name, opts: opts.withDefaults()}
	b, err := f.footer()
	if err != nil {
		return nil, footerError(name, err)
	}
	if f.meta, err = format.DecodeFileMetaData(b); err != nil {
		return nil, footerError(name, err)
	}
	if f.root, f.leaves, err = schemaTree(f.meta.Schema); err != nil {
		return nil, footerError(name, err)
	}
	if err := f.checkRowGroups(); err != nil {
		return nil, footerError(name, err)
	}
	f.indexes = newIndexCache(len(f.meta.RowGroups))
	return f, nil
}

func (f *File) footer() ([]byte, error) {
	size := f.src.Size()
	if size < 12 {
		return nil, fmt.Errorf("%d bytes are too few for a Parquet file", size)
	}
	tail := make([]byte, min(size, f.opts.TailBytes))
	if err := readRange(f.src, tail, size-int64(len(tail))); err != nil {
		return nil, err
	}
	end := tail[len(tail)-8:]
	switch string(end[4:]) {
	case "PAR1":
	case "PARE":
		return nil, sparkerr.Unsupported("encrypted Parquet file " + f.name)
	default:
		return nil, fmt.Errorf("expected magic number at tail, but found %v", end[4:])
	}
	n := int64(binary.LittleEndian.Uint32(end))
	switch {
	case n > size-12:
		return nil, errors.New("the footer is longer than the file")
	case n > f.opts.FooterBytesMax:
		return nil, fmt.Errorf("a footer of %d bytes is over the limit of %d", n, f.opts.FooterBytesMax)
	case n <= int64(len(tail))-8:
		return tail[int64(len(tail))-8-n : len(tail)-8], nil
	}
	b := make([]byte, n)
	have := copy(b[n-int64(len(tail))+8:], tail)
	return b, readRange(f.src, b[:n-int64(have)], size-8-n)
}

// checkRowGroups makes sure that later code can trust the metadata's shape.
func (f *File) checkRowGroups() error {
	var rows int64
	for g := range f.meta.RowGroups {
		rg := &f.meta.RowGroups[g]
		f.firsts = append(f.firsts, rows)
		rows += rg.NumRows
		if rows < 0 {
			return errors.New("the number of rows overflows")
		}
		if len(rg.Columns) != len(f.leaves) {
			return fmt.Errorf("row group %d has %d columns, the schema has %d", g, len(rg.Columns), len(f.leaves))
		}
		for i := range rg.Columns {
			c := &rg.Columns[i]
			if c.Encrypted {
				continue // refused when it is read
			}
			if c.Type != f.leaves[i].Type {
				return fmt.Errorf("row group %d stores column %s as %v, the schema says %v", g, f.leaves[i].path(), c.Type, f.leaves[i].Type)
			}
			off, n := c.Range()
			if off < 0 || n < 0 || off > f.src.Size() || n > f.src.Size()-off {
				return fmt.Errorf("row group %d: column %s is outside of the file", g, f.leaves[i].path())
			}
		}
	}
	f.meta.NumRows = rows // some writers leave 0 in the footer
	return nil
}

// Name is the file as errors name it.
func (f *File) Name() string { return f.name }

// NumRows is the number of rows of all row groups.
func (f *File) NumRows() int64 { return f.meta.NumRows }

// Metadata is the footer. Callers must not change it.
func (f *File) Metadata() *format.FileMetaData { return f.meta }

// NumRowGroups is the number of row groups.
func (f *File) NumRowGroups() int { return len(f.meta.RowGroups) }

// RowGroupRows is the number of the first row of row group g within the file, and how many rows it has.
func (f *File) RowGroupRows(g int) (first, rows int64) {
	return f.firsts[g], f.meta.RowGroups[g].NumRows
}

// KeyValue finds application metadata.
func (f *File) KeyValue(key string) (string, bool) {
	for _, kv := range f.meta.KeyValue {
		if kv.Key == key {
			return kv.Value, true
		}
	}
	return "", false
}

// Schema is the schema that Spark infers: the one it stored itself, else converted from the Parquet types.
func (f *File) Schema() (types.StructType, error) {
	if text, ok := f.KeyValue(sparkSchemaKey); ok {
		if t, err := types.FromJSON([]byte(text)); err == nil {
			if s, ok := t.(types.StructType); ok {
				return s, nil
			}
		}
	}
	return f.ParquetSchema()
}

// ParquetSchema is the schema converted from the Parquet types alone.
func (f *File) ParquetSchema() (types.StructType, error) { return sparkSchema(f.root) }
