package ops

import (
	"context"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/scan"
	"github.com/flintlake/flintlake/internal/vec"
)

// Env is what a command runs in.
type Env struct {
	*exec.Context
	// Conf reads a session option, "" when unset and without default.
	Conf func(key string) string
	// Plan optimizes and lowers a query over any tables.
	Plan func(logical.Node) (exec.Node, error)
	// Defaults are the table properties a session gives to new tables.
	Now time.Time
}

// Counts is the row that a DML command returns.
type Counts struct{ Affected, Updated, Deleted, Inserted int64 }

// target is a Delta table while a command changes it.
type target struct {
	env    *Env
	log    *log.Table
	table  *scan.Delta   // nil while the table does not exist
	snap   *log.Snapshot // likewise
	tx     *log.Transaction
	attrs  []*expr.Attribute // present columns
	now    int64             // milliseconds, for tombstones
	dvs    bool              // write deletion vectors
	cdf    bool              // write change files
	schema types.StructType  // present schema
	goal   logical.Target
}

// begin opens a transaction for a resolved target.
func begin(env *Env, goal logical.Target) (*target, error) {
	table, ok := goal.Table.(*scan.Delta)
	if !ok {
		return nil, sparkerr.New("UNSUPPORTED_FEATURE.TABLE_OPERATION", "tableName", sparkerr.QuoteID(goal.Table.Name()), "operation", "row-level changes")
	}
	snap := table.Snapshot()
	if err := snap.Protocol.CheckWritable(table.Name()); err != nil {
		return nil, err
	}
	schema, err := snap.Schema()
	if err != nil {
		return nil, err
	}
	t := &target{env: env, log: snap.Table(), table: table, snap: snap, attrs: goal.Attrs, now: env.Now.UnixMilli(), schema: schema, goal: goal}
	t.tx = snap.Table().Begin(snap)
	t.dvs = snap.Metadata.DeletionVectors() && snap.Protocol.Supports("deletionVectors")
	t.cdf = isTrueProperty(snap.Metadata, "delta.enableChangeDataFeed")
	return t, nil
}

func isTrueProperty(m *log.Metadata, key string) bool { return m.Property(key) == "true" }

// context makes an evaluation context over a fresh arena; the caller releases the arena.
func (e *Env) context() *fn.Context {
	return &fn.Context{Arena: e.Alloc.NewArena(), Alloc: e.Alloc, Env: e.Context.Env}
}

// files lists the data files that may hold a row for which all conditions are true, and records them as read.
func (t *target) files(ctx context.Context, conditions []expr.Expr) ([]*log.AddFile, error) {
	skipping := t.snap.SkippingIn(expr.AndAll(conditions), t.attrs, t.env.Context.Env)
	t.tx.ReadMatching(skipping.Partitions())
	var out []*log.AddFile
	for f, err := range t.snap.Files(ctx, skipping.MayMatch) {
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	t.tx.ReadFiles(out...)
	return out, nil
}

// batchOf wraps vectors of n rows over the arena of c.
func batchOf(c *fn.Context, n int, cols []*vec.Vector) *vec.Batch {
	return &vec.Batch{Cols: cols, Len: n, Arena: c.Arena}
}
