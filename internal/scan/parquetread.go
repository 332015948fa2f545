package scan

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/dv"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/parquetio"
	"github.com/flintlake/flintlake/internal/vec"
)

// parquetData is a file with the values that it does not hold itself.
type parquetData interface {
	// place finds the file.
	place(r *parquetReader) (objstore.Store, string, error)
	// size is -1 when it is not known.
	size() int64
	// modified is the time in milliseconds.
	modified() int64
	// partitionValue is the value of a partition column, as vec.ValueAt gives it.
	partitionValue(name string, t types.DataType, zone *time.Location) (any, error)
	// deleted are the positions of the rows that are gone; nil: none.
	deleted(ctx context.Context, r *parquetReader) (*dv.Bitmap, error)
}

// parquetReader says how output columns come from a Parquet file: read, constant, or made of the file's own data.
type parquetReader struct {
	locate        dv.Locate // of a Delta table's files; nil for others
	match         parquetio.Match
	caseSensitive bool
	schema        types.StructType // columns to read
	out           []outColumn
}

// outColumn is one output column; exactly one of the kinds applies.
type outColumn struct {
	field     types.StructField
	read      int    // place among the read columns, -1: not read
	partition string // name of the partition column, "" for _metadata
}

func (r *parquetReader) data(f types.StructField) {
	r.out = append(r.out, outColumn{field: f, read: len(r.schema.Fields)})
	r.schema.Fields = append(r.schema.Fields, f)
}

func (r *parquetReader) partition(f types.StructField, name string) {
	r.out = append(r.out, outColumn{field: f, read: -1, partition: name})
}

func (r *parquetReader) metadata(f types.StructField) {
	r.out = append(r.out, outColumn{field: f, read: -1})
}

func (r *parquetReader) options(c *exec.Context) parquetio.ScanOptions {
	return parquetio.ScanOptions{Schema: r.schema, Match: r.match, CaseSensitive: r.caseSensitive, Alloc: c.Alloc, KeepDictionary: true}
}

// openFile is a data file that is being read, by one or more workers.
type openFile struct {
	r       *parquetReader
	data    parquetData
	in      objstore.Reader
	file    *parquetio.File
	deleted *dv.Bitmap
	values  []any // of partition columns, by place in out
	path    string
}

// open reads footer and deletion vector.
func (r *parquetReader) open(c *exec.Context, f parquetData) (*openFile, error) {
	store, key, err := f.place(r)
	if err != nil {
		return nil, err
	}
	o := &openFile{r: r, data: f, path: fileURI(store.URI(key))}
	if o.in, err = store.Open(c, key, f.size()); err != nil {
		return nil, openError(o.path, err)
	}
	if o.file, err = parquetio.Open(c, o.in, o.path, parquetio.OpenOptions{}); err == nil {
		o.deleted, err = f.deleted(c, r)
	}
	if err == nil {
		err = o.partitionValues(c)
	}
	if err != nil {
		o.close()
		return nil, openError(o.path, err)
	}
	return o, nil
}

// openError names a file that the table lists and that is not there.
func openError(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return sparkerr.New("FAILED_READ_FILE.FILE_NOT_EXIST", "path", path).WithCause(err)
	}
	return err
}

// fileURI is the form of a local path in _metadata.file_path.
func fileURI(uri string) string {
	if rest, ok := strings.CutPrefix(uri, "file:/"); ok && !strings.HasPrefix(rest, "/") {
		return "file:///" + rest
	}
	return uri
}

func (o *openFile) partitionValues(c *exec.Context) error {
	zone := time.UTC
	if c.Env != nil && c.Env.TimeZone != nil {
		zone = c.Env.TimeZone
	}
	o.values = make([]any, len(o.r.out))
	for i, col := range o.r.out {
		if col.partition == "" {
			continue
		}
		v, err := o.data.partitionValue(col.partition, col.field.Type, zone)
		if err != nil {
			return err
		}
		o.values[i] = v
	}
	return nil
}

func (o *openFile) close() { _ = o.in.Close() }

// finish turns a batch of the file, which it takes over, into an output batch: deleted rows are not selected, and the columns that the file
// does not hold are added. nil when no row is left.
func (o *openFile) finish(c *exec.Context, b *vec.Batch, first int64) (*vec.Batch, error) {
	out := c.Alloc.NewBatch(b.Len)
	out.Keep(b)
	b.Release()
	out.Sel, out.Seq = o.live(b, first), b.Seq
	if out.Rows() == 0 {
		out.Release()
		return nil, nil
	}
	for i, col := range o.r.out {
		v, err := o.column(out, b, i, col, first)
		if err != nil {
			out.Release()
			return nil, err
		}
		out.Cols = append(out.Cols, v)
	}
	return out, nil
}

func (o *openFile) column(out, b *vec.Batch, i int, col outColumn, first int64) (*vec.Vector, error) {
	switch {
	case col.read >= 0:
		return b.Cols[col.read], nil
	case col.partition != "":
		return vec.FromLiteral(out.Arena, col.field.Type, o.values[i], b.Len)
	}
	return o.metadataColumn(out, first)
}

// live is the selection of a batch without the rows that were deleted.
func (o *openFile) live(b *vec.Batch, first int64) vec.Sel {
	if o.deleted == nil {
		return b.Sel
	}
	if b.Sel == nil {
		sel, all := o.deleted.Live(uint64(first), b.Len, vec.Sel{})
		if all {
			return nil
		}
		return sel
	}
	sel := vec.Sel{}
	for _, r := range b.Sel {
		if !o.deleted.Contains(uint64(first) + uint64(r)) {
			sel = append(sel, r)
		}
	}
	return sel
}

// metadataField is the hidden column of facts about the file of a row.
var metadataField = types.StructField{Name: "_metadata", Type: types.NewStruct(
	types.StructField{Name: "file_path", Type: types.String},
	types.StructField{Name: "file_name", Type: types.String},
	types.StructField{Name: "file_size", Type: types.Long},
	types.StructField{Name: "file_block_start", Type: types.Long},
	types.StructField{Name: "file_block_length", Type: types.Long},
	types.StructField{Name: "file_modification_time", Type: types.Timestamp},
	types.StructField{Name: "row_index", Type: types.Long},
)}

func (o *openFile) metadataColumn(out *vec.Batch, first int64) (*vec.Vector, error) {
	return fileFacts(out.Arena, out.Len, o.path, o.in.Size(), o.data.modified()*1000, first)
}

// fileFacts is the _metadata column of n rows of a file, the first of which is row first.
func fileFacts(arena *vec.Arena, n int, uri string, size, modifiedMicros, first int64) (*vec.Vector, error) {
	v := &vec.Vector{Type: metadataField.Type, Len: n}
	name := uri[strings.LastIndexByte(uri, '/')+1:]
	for i, x := range []any{uri, name, size, int64(0), size, modifiedMicros} {
		k, err := vec.FromLiteral(arena, metadataField.Type.(types.StructType).Fields[i].Type, x, n)
		if err != nil {
			return nil, err
		}
		v.Children = append(v.Children, k)
	}
	rows := vec.AllocOf[int64](arena, n)
	for i := range rows {
		rows[i] = first + int64(i)
	}
	v.Children = append(v.Children, vec.FlatVector(types.Long, rows, nil))
	return v, nil
}
