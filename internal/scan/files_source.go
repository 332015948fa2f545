package scan

import (
	"fmt"
	"sync/atomic"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

type filesSource struct {
	table    *Files
	attrs    []*expr.Attribute
	ordinals []int
	filters  []expr.Expr
}

// Columns implements exec.Source.
func (s *filesSource) Columns() []*expr.Attribute { return s.attrs }

// Describe implements exec.Source.
func (s *filesSource) Describe() string {
	return fmt.Sprintf("FileScan %s %s%s", s.table.name, describeColumns(s.attrs), describeFilters(s.filters))
}

// Start implements exec.Source.
func (s *filesSource) Start(c *exec.Context) (exec.Feed, error) {
	f := &filesFeed{source: s, open: make([]*openTable, max(1, c.Threads))}
	data := len(s.table.data.Fields)
	var err error
	if f.files, err = s.kept(c); err != nil {
		return nil, err
	}
	for _, i := range s.ordinals {
		if i == len(s.table.schema.Fields)-1 {
			f.columns = append(f.columns, tableColumn{data: -1, typ: metadataField.Type, partition: -1})
			continue
		}
		if i >= data {
			f.columns = append(f.columns, tableColumn{data: -1, typ: s.table.schema.Fields[i].Type, partition: i - data})
			continue
		}
		f.columns = append(f.columns, tableColumn{data: len(f.wanted.Fields)})
		f.wanted.Fields = append(f.wanted.Fields, s.table.data.Fields[i])
	}
	return f, nil
}

// filesFeed hands whole files to workers.
type filesFeed struct {
	source  *filesSource
	files   []*dataFile
	wanted  types.StructType // data columns to read
	columns []tableColumn
	next    atomic.Int64
	open    []*openTable // by worker
}

// tableColumn is where an output column comes from: a column of the file, or (data < 0) a partition value.
type tableColumn struct {
	data, partition int
	typ             types.DataType
}

type openTable struct {
	batches
	file *dataFile
	seq  int64
	row  int64 // rows so far
}

// Next implements exec.Feed.
func (f *filesFeed) Next(c *exec.Context, worker int) (*vec.Batch, error) {
	for {
		o := f.open[worker]
		if o == nil {
			i := f.next.Add(1) - 1
			if i >= int64(len(f.files)) {
				return nil, nil
			}
			file := f.files[i]
			b, err := f.source.table.format.start(c, file, f.wanted)
			if err != nil {
				return nil, err
			}
			o = &openTable{batches: b, file: file, seq: i}
			f.open[worker] = o
		}
		b, err := o.batches.Next()
		if err != nil {
			return nil, err
		}
		if b != nil {
			return f.arrange(b, o)
		}
		o.batches.Close()
		f.open[worker] = nil
	}
}

// arrange puts the columns in order and adds partition values.
func (f *filesFeed) arrange(in *vec.Batch, o *openTable) (*vec.Batch, error) {
	cols := make([]*vec.Vector, len(f.columns))
	for i, c := range f.columns {
		if c.data >= 0 {
			cols[i] = in.Cols[c.data]
			continue
		}
		if c.partition < 0 {
			v, err := fileFacts(in.Arena, in.Len, fileURI(o.file.store.URI(o.file.info.Key)), o.file.info.Size, o.file.info.Modified.UnixMicro(), o.row)
			if err != nil {
				in.Release()
				return nil, err
			}
			cols[i] = v
			continue
		}
		v, err := vec.FromLiteral(in.Arena, c.typ, o.file.values[c.partition], in.Len)
		if err != nil {
			in.Release()
			return nil, err
		}
		cols[i] = v
	}
	o.row += int64(in.Len)
	in.Cols, in.Seq = cols, o.seq
	return in, nil
}

// Close implements exec.Feed.
func (f *filesFeed) Close() error {
	for _, o := range f.open {
		if o != nil {
			o.batches.Close()
		}
	}
	return nil
}
