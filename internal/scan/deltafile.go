package scan

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/dv"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/parquetio"
	"github.com/flintlake/flintlake/internal/vec"
)

// deltaFile is a data file of a Delta table.
type deltaFile struct{ *log.AddFile }

func (f deltaFile) place(r *parquetReader) (objstore.Store, string, error) { return r.locate(f.Path) }

func (f deltaFile) size() int64     { return f.AddFile.Size }
func (f deltaFile) modified() int64 { return f.ModificationTime }

func (f deltaFile) partitionValue(name string, t types.DataType, zone *time.Location) (any, error) {
	text, null, _ := f.PartitionValues.Get(name)
	return log.ParsePartitionValue(text, null, t, zone)
}

func (f deltaFile) deleted(ctx context.Context, r *parquetReader) (*dv.Bitmap, error) {
	return dv.Load(ctx, r.locate, f.DeletionVector)
}

// FileOptions narrow what OpenFile reads. The zero value reads all live rows.
type FileOptions struct {
	// Rows are the positions of the wanted rows, ascending; nil means all. Pages without one are not read where the file has an index.
	Rows []int64
}

// FileReader reads one data file of a table. It belongs to one goroutine.
type FileReader struct {
	open *openFile
	scan *parquetio.Scanner
	c    *exec.Context
	rows []int64 // wanted, nil: all
}

// OpenFile reads the columns at ordinals of Schema of one file, whatever its version of the table: rows that its deletion vector names are
// not selected.
func (d *Delta) OpenFile(c *exec.Context, f *log.AddFile, ordinals []int, opts FileOptions) (*FileReader, error) {
	r := d.reader(ordinals)
	o, err := r.open(c, deltaFile{f})
	if err != nil {
		return nil, err
	}
	so := r.options(c)
	if opts.Rows != nil {
		so.Rows = ranges(opts.Rows)
	}
	s, err := o.file.Scan(c, so)
	if err != nil {
		o.close()
		return nil, err
	}
	return &FileReader{open: o, scan: s, c: c, rows: opts.Rows}, nil
}

// ranges joins neighbouring positions.
func ranges(rows []int64) []parquetio.Range {
	out := []parquetio.Range{}
	for _, r := range rows {
		if n := len(out); n > 0 && out[n-1].End == r {
			out[n-1].End++
			continue
		}
		out = append(out, parquetio.Range{First: r, End: r + 1})
	}
	return out
}

// Next is the next batch and the position in the file of its physical row 0; nil at the end. Its selection names the live (and wanted) rows.
// The caller releases it.
func (r *FileReader) Next() (*vec.Batch, int64, error) {
	for {
		b, first, err := r.scan.Next()
		if errors.Is(err, io.EOF) {
			return nil, 0, nil
		}
		if err != nil {
			return nil, 0, err
		}
		if r.rows != nil {
			b = r.wanted(b, first)
			if b == nil {
				continue
			}
		}
		if b, err = r.open.finish(r.c, b, first); err != nil || b != nil {
			return b, first, err
		}
	}
}

// wanted selects the asked-for rows, which reading by pages may have brought along with others.
func (r *FileReader) wanted(b *vec.Batch, first int64) *vec.Batch {
	sel := vec.Sel{}
	for len(r.rows) > 0 && r.rows[0] < first+int64(b.Len) {
		if at := r.rows[0] - first; at >= 0 {
			sel = append(sel, int32(at))
		}
		r.rows = r.rows[1:]
	}
	if len(sel) == 0 {
		b.Release()
		return nil
	}
	return &vec.Batch{Cols: b.Cols, Len: b.Len, Sel: sel, Arena: b.Arena}
}

// Close releases what the reader holds.
func (r *FileReader) Close() {
	r.scan.Close()
	r.open.close()
}
