package ops

import (
	"fmt"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/parquetio"
	"github.com/flintlake/flintlake/internal/vec"
	"github.com/google/uuid"
)

// fileKind tells data files from change files.
type fileKind uint8

const (
	dataFiles fileKind = iota
	changeFiles
)

const changeDir = "_change_data"

// fileBytesMax is where a data file ends and the next one begins.
const fileBytesMax = 256 << 20

// sinkSet writes rows to files by partition. One goroutine uses it at a time.
type sinkSet struct {
	out        *output
	kind       fileKind
	partitions []int // ordinals of the partition columns
	sinks      map[string]*fileSink
	order      []*fileSink
}

func newSinkSet(o *output, kind fileKind) *sinkSet {
	s := &sinkSet{out: o, kind: kind, sinks: map[string]*fileSink{}}
	for _, name := range o.metadata().PartitionColumns {
		_, i, _ := o.goal.Schema.Field(name)
		s.partitions = append(s.partitions, i)
	}
	return s
}

// write checks rows and writes them to the files of their partitions.
func (s *sinkSet) write(b *vec.Batch) error {
	if err := s.out.checks.validate(b); err != nil {
		return err
	}
	return s.route(b)
}

// writeChange writes change rows: the table's columns and _change_type.
func (s *sinkSet) writeChange(kind string, b *vec.Batch) error {
	c := &vec.Batch{Len: b.Len, Sel: b.Sel, Arena: b.Arena}
	c.Cols = append(append(c.Cols, b.Cols...), vec.ConstantVector(b.Arena, types.String, b.ViewString(kind), b.Len))
	return s.route(c)
}

func (s *sinkSet) route(b *vec.Batch) error {
	if len(s.partitions) == 0 {
		return s.sink("", nil).write(b)
	}
	for _, g := range s.split(b) {
		part := *b
		part.Sel = g.rows
		if err := s.sink(log.PartitionDir(g.values), g.values).write(&part); err != nil {
			return err
		}
	}
	return nil
}

// group is the rows of a batch that belong to one partition.
type group struct {
	first  int // a row of the group
	rows   vec.Sel
	values log.PartitionValues
}

// split groups the rows of a batch by their partition values.
func (s *sinkSet) split(b *vec.Batch) []*group {
	cols := make([]*vec.Vector, len(s.partitions))
	for i, p := range s.partitions {
		cols[i] = b.Cols[p]
	}
	sel := vec.SelOrAll(b.Sel, b.Len)
	hashes := make([]uint64, b.Len)
	vec.HashRows(cols, sel, b.Len, hashes)
	byHash := map[uint64][]*group{}
	var groups []*group
	for _, r := range sel {
		g := findGroup(byHash[hashes[r]], cols, int(r))
		if g == nil {
			g = &group{first: int(r)}
			byHash[hashes[r]] = append(byHash[hashes[r]], g)
			groups = append(groups, g)
			for i, p := range s.partitions {
				text, null := log.FormatPartitionValue(vec.ValueAt(cols[i], int(r)), cols[i].Type)
				g.values = append(g.values, log.PartitionValue{Column: log.PhysicalName(s.out.goal.Schema.Fields[p], s.out.layout.ids), Value: text, Null: null})
			}
		}
		g.rows = append(g.rows, r)
	}
	return groups
}

func findGroup(groups []*group, cols []*vec.Vector, row int) *group {
	for _, g := range groups {
		same := true
		for _, c := range cols {
			same = same && vec.EqualRows(c, g.first, c, row)
		}
		if same {
			return g
		}
	}
	return nil
}

func (s *sinkSet) sink(dir string, values log.PartitionValues) *fileSink {
	f := s.sinks[dir]
	if f == nil {
		f = s.out.newSink(s.kind, dir, values)
		s.sinks[dir] = f
		s.order = append(s.order, f)
	}
	return f
}

func (s *sinkSet) finish() error {
	for _, f := range s.order {
		if err := f.finish(); err != nil {
			return err
		}
	}
	return nil
}

func (s *sinkSet) abort() {
	for _, f := range s.order {
		f.abort()
	}
}

// fileSink writes the rows of one partition, to one file after the other.
type fileSink struct {
	out       *output
	kind      fileKind
	dir       string
	partition log.PartitionValues

	// of the present file
	writer *parquetio.Writer
	object objstore.Writer
	stats  *log.StatsCollector // nil for change files
	key    string              // in the store
	path   string              // in the log
	rows   int64
	// of the file just finished
	size       int64
	statistics string
}

func (o *output) newSink(kind fileKind, dir string, values log.PartitionValues) *fileSink {
	return &fileSink{out: o, kind: kind, dir: dir, partition: values}
}

// file starts a sink for the new form of a file of the given partition.
func (o *output) file(values log.PartitionValues) *fileSink {
	dir := ""
	if len(values) > 0 {
		dir = log.PartitionDir(values)
	}
	return o.newSink(dataFiles, dir, values)
}

func (f *fileSink) open() error {
	id := uuid.NewString()
	name := fmt.Sprintf("part-00000-%s.c000.snappy.parquet", id)
	dir := f.dir
	if f.kind == changeFiles {
		name = fmt.Sprintf("cdc-00000-%s.c000.snappy.parquet", id)
		dir = strings.TrimSuffix(changeDir+"/"+dir, "/")
	} else if f.out.metadata().ColumnMappingMode() != "none" {
		dir = id[:2] // names of columns may change: no partition folders
	}
	path := name
	if dir != "" {
		path = dir + "/" + name
	}
	object, err := f.out.log.Store().Create(f.out.env, f.out.key(path))
	if err != nil {
		return err
	}
	w, err := parquetio.NewWriter(object, f.out.layout.schema(f.kind), f.out.writerOptions())
	if err != nil {
		object.Abort()
		return err
	}
	f.object, f.writer, f.key, f.path, f.rows = object, w, f.out.key(path), log.EncodePath(path), 0
	if f.kind == dataFiles {
		f.stats = log.NewStatsCollector(f.out.metadata(), f.out.tx.Protocol(), f.out.layout.logical)
	}
	return nil
}

// write appends the selected rows of b, whose columns are those of the goal's schema (and _change_type in change files).
func (f *fileSink) write(b *vec.Batch) error {
	if b.Rows() == 0 {
		return nil
	}
	if f.writer == nil {
		if err := f.open(); err != nil {
			return err
		}
	}
	cols := *b
	cols.Cols = f.out.layout.columns(f.kind, b.Cols)
	if f.stats != nil {
		f.stats.Add(&cols)
	}
	if err := f.writer.Write(&cols); err != nil {
		return err
	}
	f.rows += int64(b.Rows())
	if f.object.Size() >= fileBytesMax {
		return f.finish()
	}
	return nil
}

// finish completes the present file, if there is one, and hands it to the output.
func (f *fileSink) finish() error {
	if f.writer == nil {
		return nil
	}
	if _, err := f.writer.Close(); err != nil {
		return err
	}
	f.size = f.object.Size()
	if f.stats != nil {
		f.statistics = f.stats.JSON()
	}
	if err := f.object.Commit(f.out.env); err != nil {
		return err
	}
	f.writer = nil
	f.out.finished(f)
	return nil
}

func (f *fileSink) abort() {
	if f.writer != nil {
		f.object.Abort()
		f.writer = nil
	}
}
