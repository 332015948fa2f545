package scan

import (
	"context"
	"fmt"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/dv"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

// Changes is the change data feed of a Delta table over a range of versions: the table's columns, then _change_type, _commit_version and
// _commit_timestamp (Delta protocol, Change Data Files).
type Changes struct {
	table    *Delta
	from, to int64
	schema   types.StructType
}

// Columns of a change feed besides the table's.
const (
	changeTypeColumn      = "_change_type"
	commitVersionColumn   = "_commit_version"
	commitTimestampColumn = "_commit_timestamp"
)

// NewChanges makes the feed of the versions from, …, to (inclusive) in the schema of d. The feed must have been on in all of them.
func NewChanges(ctx context.Context, d *Delta, from, to int64) (*Changes, error) {
	c := &Changes{table: d, from: from, to: to}
	c.schema.Fields = append(c.schema.Fields, d.schema.Fields[:d.width]...)
	c.schema.Fields = append(c.schema.Fields, types.StructField{Name: changeTypeColumn, Type: types.String, Nullable: true},
		types.StructField{Name: commitVersionColumn, Type: types.Long, Nullable: true},
		types.StructField{Name: commitTimestampColumn, Type: types.Timestamp, Nullable: true})
	return c, c.mustBeOn(ctx)
}

const enableChangeFeed = "delta.enableChangeDataFeed"

// mustBeOn refuses a range in which some version did not keep changes.
func (c *Changes) mustBeOn(ctx context.Context) error {
	t := c.table.snap.Table()
	first, err := t.SnapshotAt(ctx, c.from)
	if err != nil {
		return err
	}
	on := first.Metadata.Property(enableChangeFeed) == "true"
	for commit, err := range t.Commits(ctx, c.from, c.to) {
		if err != nil {
			return err
		}
		if commit.Metadata != nil {
			on = commit.Metadata.Property(enableChangeFeed) == "true"
		}
		if !on {
			return sparkerr.New("DELTA_MISSING_CHANGE_DATA", "startVersion", fmt.Sprint(c.from), "endVersion", fmt.Sprint(c.to),
				"version", fmt.Sprint(commit.Version), "key", enableChangeFeed)
		}
	}
	return nil
}

// Name implements logical.Table.
func (c *Changes) Name() string { return c.table.Name() }

// Schema implements logical.Table.
func (c *Changes) Schema() types.StructType { return c.schema }

// Source reads columns of the feed. Filters are left to the plan above.
func (c *Changes) Source(columns []*expr.Attribute, ordinals []int, _ []expr.Expr, _ int64) (exec.Source, error) {
	return &changesSource{c, columns, ordinals}, nil
}

type changesSource struct {
	c        *Changes
	columns  []*expr.Attribute
	ordinals []int
}

func (s *changesSource) Columns() []*expr.Attribute { return s.columns }

func (s *changesSource) Describe() string {
	return fmt.Sprintf("DeltaChanges %s versions %d to %d %s", s.c.Name(), s.c.from, s.c.to, describeColumns(s.columns))
}

// Start lists the files that hold changes: change files where a commit has any, else what it adds and removes.
func (s *changesSource) Start(c *exec.Context) (exec.Feed, error) {
	var written, derived []parquetData
	for commit, err := range s.c.table.snap.Table().Commits(c, s.c.from, s.c.to) {
		if err != nil {
			return nil, err
		}
		at := changeOrigin{commit.Version, commit.Timestamp() * 1000}
		for i := range commit.CDC {
			f := &commit.CDC[i]
			written = append(written, &changeFile{changeOrigin: at, path: f.Path, bytes: f.Size, values: f.PartitionValues})
		}
		if len(commit.CDC) == 0 {
			derived = append(derived, at.derive(commit)...)
		}
	}
	feed := &feedPair{}
	for i, files := range [][]parquetData{written, derived} {
		r := s.c.reader(s.ordinals, i == 0)
		feed.feeds = append(feed.feeds, newParquetFeed(r, files, newPruner(nil, nil, s.c.schema, nil, s.c.table.PhysicalName), 0))
	}
	return feed, nil
}

// reader plans reading the columns at ordinals; written files hold _change_type, for others it is a constant.
func (c *Changes) reader(ordinals []int, written bool) *parquetReader {
	r := &parquetReader{match: c.table.match, locate: c.table.snap.Table().Locate}
	for _, o := range ordinals {
		f := c.schema.Fields[o]
		switch {
		case o == c.table.width && written:
			if c.table.mapped {
				f.Metadata = map[string]any{"delta.columnMapping.physicalName": changeTypeColumn}
			}
			r.data(f)
		case o >= c.table.width:
			r.partition(f, f.Name)
		case c.table.snap.Metadata.IsPartitionColumn(f.Name):
			r.partition(f, c.table.PhysicalName(f))
		default:
			r.data(f)
		}
	}
	return r
}

// changeOrigin is the commit of a change.
type changeOrigin struct{ version, micros int64 }

// derive makes changes of what a commit adds and removes. A file that is removed and added again with another deletion vector lost the rows
// that only the new vector names, and got back those that only the old one names.
func (at changeOrigin) derive(commit *log.Commit) []parquetData {
	var out []parquetData
	removed := map[string]*log.RemoveFile{}
	for i := range commit.Removes {
		if r := &commit.Removes[i]; r.DataChange {
			removed[r.Path] = r
		}
	}
	for i := range commit.Adds {
		a := &commit.Adds[i]
		if !a.DataChange {
			continue
		}
		f := changeFile{changeOrigin: at, path: a.Path, bytes: a.Size, values: a.PartitionValues}
		old, again := removed[a.Path]
		if !again {
			f.kind, f.without = "insert", a.DeletionVector
			out = append(out, &f)
			continue
		}
		delete(removed, a.Path)
		lost, back := f, f
		lost.kind, lost.only, lost.without, lost.paired = "delete", a.DeletionVector, old.DeletionVector, true
		back.kind, back.only, back.without, back.paired = "insert", old.DeletionVector, a.DeletionVector, true
		if lost.only != nil {
			out = append(out, &lost)
		}
		if back.only != nil {
			out = append(out, &back)
		}
	}
	for i := range commit.Removes {
		r := &commit.Removes[i]
		if removed[r.Path] != r {
			continue
		}
		f := &changeFile{changeOrigin: at, path: r.Path, bytes: -1, values: r.PartitionValues, kind: "delete", without: r.DeletionVector}
		if r.Size != nil {
			f.bytes = *r.Size
		}
		out = append(out, f)
	}
	return out
}

// changeFile is a file whose rows are changes. kind is "" when the file says itself.
type changeFile struct {
	changeOrigin
	path    string
	bytes   int64
	values  log.PartitionValues
	kind    string
	paired  bool
	only    *dv.Descriptor // of a pair: the rows that changed, less those in without
	without *dv.Descriptor
}

func (f *changeFile) place(r *parquetReader) (objstore.Store, string, error) { return r.locate(f.path) }
func (f *changeFile) size() int64                                            { return f.bytes }
func (f *changeFile) modified() int64                                        { return f.micros / 1000 }

func (f *changeFile) partitionValue(name string, t types.DataType, zone *time.Location) (any, error) {
	switch name {
	case changeTypeColumn:
		return f.kind, nil
	case commitVersionColumn:
		return f.version, nil
	case commitTimestampColumn:
		return f.micros, nil
	}
	text, null, _ := f.values.Get(name)
	return log.ParsePartitionValue(text, null, t, zone)
}

// rowsMax bounds the positions of rows in a file.
const rowsMax = 1 << 31

func (f *changeFile) deleted(ctx context.Context, r *parquetReader) (*dv.Bitmap, error) {
	without, err := dv.Load(ctx, r.locate, f.without)
	if err != nil || !f.paired {
		return without, err
	}
	only, err := dv.Load(ctx, r.locate, f.only)
	if err != nil {
		return nil, err
	}
	hidden := dv.Of()
	hidden.AddRange(0, rowsMax)
	hidden.AndNot(only)
	if without != nil {
		hidden.Or(without)
	}
	return hidden, nil
}

// feedPair is one feed after the other.
type feedPair struct{ feeds []exec.Feed }

// Next implements exec.Feed.
func (p *feedPair) Next(c *exec.Context, worker int) (*vec.Batch, error) {
	for _, f := range p.feeds {
		if b, err := f.Next(c, worker); b != nil || err != nil {
			return b, err
		}
	}
	return nil, nil
}

// Close implements exec.Feed.
func (p *feedPair) Close() error {
	var first error
	for _, f := range p.feeds {
		if err := f.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}
