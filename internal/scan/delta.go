package scan

import (
	"context"
	"fmt"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/parquetio"
)

// Delta is one version of a Delta table.
type Delta struct {
	snap   *log.Snapshot
	opts   DeltaOptions
	schema types.StructType // table columns, then metadataColumn
	width  int              // table columns
	match  parquetio.Match
	mapped bool
}

// DeltaOptions are what the table's snapshot does not say. The zero value is right for most.
type DeltaOptions struct {
	// Name is for explain() and error texts; "" means the name of the log.
	Name    string
	Stores  *objstore.Stores
	Options map[string]string
	// Pinned tells that the version was asked for: the table is not to be opened at a newer one.
	Pinned bool
}

// NewDelta makes a table of a snapshot. Nothing is read.
func NewDelta(snap *log.Snapshot, opts DeltaOptions) (*Delta, error) {
	schema, err := snap.Schema()
	if err != nil {
		return nil, err
	}
	d := &Delta{snap: snap, opts: opts, width: len(schema.Fields)}
	d.schema.Fields = append(schema.Fields[:d.width:d.width], metadataField)
	switch snap.Metadata.ColumnMappingMode() {
	case "id":
		d.match, d.mapped = parquetio.ByFieldID, true
	case "name":
		d.match, d.mapped = parquetio.ByPhysicalName, true
	}
	return d, nil
}

// Name implements logical.Table.
func (d *Delta) Name() string {
	if d.opts.Name != "" {
		return d.opts.Name
	}
	return d.snap.Table().Name()
}

// Schema implements logical.Table: the table's columns, then _metadata.
func (d *Delta) Schema() types.StructType { return d.schema }

// HiddenColumns is how many of the last columns are hidden.
func (d *Delta) HiddenColumns() int { return len(d.schema.Fields) - d.width }

// Options are those the table was made with.
func (d *Delta) Options() DeltaOptions { return d.opts }

// Snapshot is the version that is read.
func (d *Delta) Snapshot() *log.Snapshot { return d.snap }

// RowCount is the number of live rows, where all files say it.
func (d *Delta) RowCount() (int64, bool) {
	z, err := d.snap.Sizes(context.Background())
	return z.Rows, err == nil && z.Rows >= 0
}

// Skipping tells which files may hold a row for which all conditions, over attrs named as the table's columns, are true.
func (d *Delta) Skipping(attrs []*expr.Attribute, conditions []expr.Expr) (func(*log.AddFile) bool, error) {
	c := expr.AndAll(conditions)
	if c == nil {
		return nil, nil
	}
	return d.snap.Skipping(c, attrs).MayMatch, nil
}

// PhysicalName is a column's name in data files and partition values.
func (d *Delta) PhysicalName(f types.StructField) string { return log.PhysicalName(f, d.mapped) }

// Source reads columns of the snapshot; filters skip files and row groups.
func (d *Delta) Source(columns []*expr.Attribute, ordinals []int, filters []expr.Expr, limit int64) (exec.Source, error) {
	return &deltaSource{d: d, columns: columns, ordinals: ordinals, filters: filters, limit: limit}, nil
}

type deltaSource struct {
	d        *Delta
	columns  []*expr.Attribute
	ordinals []int
	filters  []expr.Expr
	limit    int64
}

func (s *deltaSource) Columns() []*expr.Attribute { return s.columns }

func (s *deltaSource) Describe() string {
	return fmt.Sprintf("DeltaScan %s version %d %s%s", s.d.Name(), s.d.snap.Version, describeColumns(s.columns), describeFilters(s.filters))
}

// Start lists the files that the filters leave.
func (s *deltaSource) Start(c *exec.Context) (exec.Feed, error) {
	keep := func(*log.AddFile) bool { return true }
	total := int64(0)
	if cond := expr.AndAll(s.filters); cond != nil {
		env := c.Env
		if env == nil {
			env = &fn.Env{ANSI: true}
		}
		skip := s.d.snap.SkippingIn(cond, s.columns, env)
		keep = skip.MayMatch
	}
	r := s.d.reader(s.ordinals)
	var files []parquetData
	for a, err := range s.d.snap.Files(c, func(a *log.AddFile) bool { total++; return keep(a) }) {
		if err != nil {
			return nil, err
		}
		files = append(files, deltaFile{a})
	}
	c.Metrics.Add("filesRead", int64(len(files)))
	c.Metrics.Add("filesPruned", total-int64(len(files)))
	return newParquetFeed(r, files, newPruner(s.columns, s.ordinals, s.d.schema, s.filters, s.d.PhysicalName), s.limit), nil
}

// reader plans reading the columns at ordinals.
func (d *Delta) reader(ordinals []int) *parquetReader {
	r := &parquetReader{match: d.match, locate: d.snap.Table().Locate}
	for _, o := range ordinals {
		f := d.schema.Fields[o]
		switch {
		case o >= d.width:
			r.metadata(f)
		case d.snap.Metadata.IsPartitionColumn(f.Name):
			r.partition(f, d.PhysicalName(f))
		default:
			r.data(f)
		}
	}
	return r
}
