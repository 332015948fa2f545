package session

import (
	"context"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/vec"
)

// Result is a running or finished query. Close it.
type Result struct {
	// Schema is the columns of every batch.
	Schema types.StructType
	// Command tells that the plan was a command, done when the Result was returned; its rows are the command's answer.
	Command bool
	// RelationID names the answer of a command as a cached relation for later plans, "" when there is none.
	RelationID string
	// Query tells, for SQL text given as a command, that it was a query: nothing ran, and the text itself is the relation.
	Query bool

	stream  *exec.Stream
	batches []*vec.Batch
	metrics *exec.Metrics
	done    func()
}

// Next is the next batch, nil at the end. The caller releases it.
func (r *Result) Next(ctx context.Context) (b *vec.Batch, err error) {
	defer guard(&err)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r.stream != nil {
		return r.stream.Next()
	}
	if len(r.batches) == 0 {
		return nil, nil
	}
	b, r.batches = r.batches[0], r.batches[1:]
	return b, nil
}

// Metrics are the counts of the run so far; nil when none were collected.
func (r *Result) Metrics() *exec.Metrics { return r.metrics }

// Close stops the query and frees what was not taken.
func (r *Result) Close() {
	if r.stream != nil {
		r.stream.Close()
		r.stream = nil
	}
	for _, b := range r.batches {
		b.Release()
	}
	r.batches = nil
	if r.done != nil {
		r.done()
		r.done = nil
	}
}
