package scan

import (
	"context"
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/dv"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/objstore"
)

// parquetSource reads a table of Parquet files by row groups.
type parquetSource struct {
	*filesSource
	limit int64
}

// Start implements exec.Source.
func (s *parquetSource) Start(c *exec.Context) (exec.Feed, error) {
	t := s.table
	r := &parquetReader{}
	data := len(t.data.Fields)
	for _, o := range s.ordinals {
		switch {
		case o == len(t.schema.Fields)-1:
			r.metadata(t.schema.Fields[o])
		case o >= data:
			r.partition(t.schema.Fields[o], t.schema.Fields[o].Name)
		default:
			r.data(t.schema.Fields[o])
		}
	}
	kept, err := s.kept(c)
	if err != nil {
		return nil, err
	}
	files := make([]parquetData, len(kept))
	for i, f := range kept {
		files[i] = tableFile{f, t}
	}
	name := func(f types.StructField) string { return f.Name }
	return newParquetFeed(r, files, newPruner(s.attrs, s.ordinals, t.schema, s.filters, name), s.limit), nil
}

// tableFile is a file of a table of files.
type tableFile struct {
	*dataFile
	table *Files
}

func (f tableFile) place(*parquetReader) (objstore.Store, string, error) {
	return f.store, f.info.Key, nil
}
func (f tableFile) size() int64     { return f.info.Size }
func (f tableFile) modified() int64 { return f.info.Modified.UnixMilli() }

func (f tableFile) partitionValue(name string, _ types.DataType, _ *time.Location) (any, error) {
	for i, p := range f.table.partitions.Fields {
		if p.Name == name {
			return f.values[i], nil
		}
	}
	return nil, nil
}

func (f tableFile) deleted(context.Context, *parquetReader) (*dv.Bitmap, error) { return nil, nil }

// kept are the files whose partition values the filters leave.
func (s *filesSource) kept(c *exec.Context) ([]*dataFile, error) {
	t := s.table
	first, last := len(t.data.Fields), len(t.schema.Fields)-1
	places := map[expr.AttributeID]int{}
	for i, a := range s.attrs {
		if o := s.ordinals[i]; o >= first && o < last {
			places[a.ID] = o - first
		}
	}
	var tests []expr.Expr
	for _, f := range s.filters {
		for _, e := range expr.Conjuncts(f) {
			if onlyReads(e, places) {
				tests = append(tests, e)
			}
		}
	}
	var out []*dataFile
	for _, f := range t.files {
		if f.mayHold(c, tests, s.attrs, places) {
			out = append(out, f)
		}
	}
	c.Metrics.Add("numFilesRead", int64(len(out)))
	c.Metrics.Add("filesPruned", int64(len(t.files)-len(out)))
	return out, nil
}

func onlyReads(e expr.Expr, places map[expr.AttributeID]int) bool {
	refs := expr.References(e)
	for id := range refs {
		if _, ok := places[id]; !ok {
			return false
		}
	}
	return len(refs) > 0 && expr.Deterministic(e)
}

// mayHold is false when a condition on partition values is false or null. A condition that cannot be evaluated keeps the file: the filter
// above will raise its error.
func (f *dataFile) mayHold(c *exec.Context, tests []expr.Expr, attrs []*expr.Attribute, places map[expr.AttributeID]int) bool {
	if len(tests) == 0 {
		return true
	}
	values := map[expr.AttributeID]expr.Expr{}
	for _, a := range attrs {
		if i, ok := places[a.ID]; ok {
			values[a.ID] = &expr.Literal{DataType: a.DataType, Value: f.values[i]}
		}
	}
	for _, e := range tests {
		l, err := eval.Fold(expr.Replace(e, values), c.Env)
		if err == nil && (l.Value == nil || l.Value == false) {
			return false
		}
	}
	return true
}
