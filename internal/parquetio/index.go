package parquetio

import (
	"errors"
	"sync"

	"github.com/flintlake/flintlake/internal/parquetio/format"
)

// indexCache keeps the page indexes of row groups once read.
type indexCache struct {
	mu      sync.Mutex
	offsets []map[int]*format.OffsetIndex // by row group, then leaf
	columns []map[int]*format.ColumnIndex
}

func newIndexCache(rowGroups int) *indexCache {
	return &indexCache{offsets: make([]map[int]*format.OffsetIndex, rowGroups), columns: make([]map[int]*format.ColumnIndex, rowGroups)}
}

// indexBytesMax bounds what is read for the indexes of one row group.
const indexBytesMax = 256 << 20

// OffsetIndex locates the data pages of a leaf in row group g; nil when the file has no page index. The first call for a row
// group reads the indexes of all its leaves with one request.
func (f *File) OffsetIndex(g, leaf int) (*format.OffsetIndex, error) {
	f.indexes.mu.Lock()
	defer f.indexes.mu.Unlock()
	if f.indexes.offsets[g] == nil {
		m := map[int]*format.OffsetIndex{}
		err := f.readIndexes(g, func(c *format.ColumnChunk) (int64, int32) { return c.OffsetIndexOffset, c.OffsetIndexLength }, func(i int, b []byte) error {
			x, err := format.DecodeOffsetIndex(b)
			if err == nil {
				err = f.checkOffsetIndex(g, i, x)
			}
			m[i] = x
			return err
		})
		if err != nil {
			return nil, readError(f.name, err)
		}
		f.indexes.offsets[g] = m
	}
	return f.indexes.offsets[g][leaf], nil
}

// ColumnIndex holds the bounds of the data pages of a leaf in row group g; nil when the file has none. Decode its bounds with
// PageBounds.
func (f *File) ColumnIndex(g, leaf int) (*format.ColumnIndex, error) {
	offsets, err := f.OffsetIndex(g, leaf)
	if err != nil || offsets == nil {
		return nil, err
	}
	f.indexes.mu.Lock()
	defer f.indexes.mu.Unlock()
	if f.indexes.columns[g] == nil {
		m := map[int]*format.ColumnIndex{}
		err := f.readIndexes(g, func(c *format.ColumnChunk) (int64, int32) { return c.ColumnIndexOffset, c.ColumnIndexLength }, func(i int, b []byte) error {
			x, err := format.DecodeColumnIndex(b)
			m[i] = x
			return err
		})
		if err != nil {
			return nil, readError(f.name, err)
		}
		f.indexes.columns[g] = m
	}
	x := f.indexes.columns[g][leaf]
	if x != nil && len(x.NullPages) != len(offsets.Pages) {
		return nil, readError(f.name, errors.New("the column index and the offset index differ in the number of pages"))
	}
	return x, nil
}

// readIndexes reads one kind of index of all leaves of a row group at once and hands out the pieces.
func (f *File) readIndexes(g int, where func(*format.ColumnChunk) (int64, int32), decode func(leaf int, b []byte) error) error {
	rg := &f.meta.RowGroups[g]
	lo, hi := int64(1<<62), int64(0)
	for i := range rg.Columns {
		off, n := where(&rg.Columns[i])
		if n == 0 {
			continue
		}
		if off < 0 || n < 0 || off > f.src.Size()-int64(n) {
			return errors.New("a page index is outside of the file")
		}
		lo, hi = min(lo, off), max(hi, off+int64(n))
	}
	if lo >= hi {
		return nil
	}
	if hi-lo > indexBytesMax {
		return errors.New("the page index is implausibly large")
	}
	b := make([]byte, hi-lo)
	if err := readRange(f.src, b, lo); err != nil {
		return err
	}
	for i := range rg.Columns {
		if off, n := where(&rg.Columns[i]); n > 0 {
			if err := decode(i, b[off-lo:off-lo+int64(n)]); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkOffsetIndex makes sure that pages are in order and inside of their chunk.
func (f *File) checkOffsetIndex(g, leaf int, x *format.OffsetIndex) error {
	c := &f.meta.RowGroups[g].Columns[leaf]
	lo, n := c.Range()
	at, row := lo, int64(-1)
	for _, p := range x.Pages {
		if p.Offset < at || p.CompressedSize < 0 || p.Offset+int64(p.CompressedSize) > lo+n || p.FirstRow < 0 || p.FirstRow < row {
			return errors.New("an offset index does not match its column chunk")
		}
		at, row = p.Offset+int64(p.CompressedSize), p.FirstRow
	}
	if len(x.Pages) > 0 && x.Pages[0].FirstRow != 0 || row >= f.meta.RowGroups[g].NumRows && row > 0 {
		return errors.New("an offset index does not match its row group")
	}
	return nil
}
