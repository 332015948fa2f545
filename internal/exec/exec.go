package exec

import (
	"context"

	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Context is what a running query shares: cancellation, memory, workers, settings fixed at its start.
type Context struct {
	context.Context
	Alloc   *vec.Allocator
	Env     *fn.Env
	Threads int
	// SpillDir is where operators write what does not fit; "" forbids spilling.
	SpillDir string
	// Metrics collects counts by name for history, explain and the progress bar; nil collects nothing.
	Metrics *Metrics
}

// Source is where a pipeline starts: a table scan, rows in memory, an operator's materialised result.
type Source interface {
	// Columns name the output, in order.
	Columns() []*expr.Attribute
	// Start prepares one execution. Feeds are used by Threads workers at once.
	Start(c *Context) (Feed, error)
	// Describe is one line for explain().
	Describe() string
}

// Feed gives batches to workers; Next is called concurrently with different worker numbers, and shares the morsels among them.
type Feed interface {
	// Next is the next batch for a worker; nil at the end. The caller releases it.
	Next(c *Context, worker int) (*vec.Batch, error)
	// Ordered feeds give all rows in order to worker 0 when asked with one worker.
	Close() error
}
