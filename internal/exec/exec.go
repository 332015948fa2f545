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

	shared *sharedResults
}

// Node is a physical operator: a description that can be run any number of times. Nodes are immutable.
type Node interface {
	// Columns name the output, in order.
	Columns() []*expr.Attribute
	// Inputs are the operators below.
	Inputs() []Node
	// Start prepares one run. Only Run and other operators call it, through Context.start.
	Start(c *Context) (Feed, error)
	// Describe is one line for explain().
	Describe() string
}

// Source is where a pipeline starts: a table scan, rows in memory.
type Source interface {
	// Columns name the output, in order.
	Columns() []*expr.Attribute
	// Start prepares one execution. Feeds are used by Threads workers at once.
	Start(c *Context) (Feed, error)
	// Describe is one line for explain().
	Describe() string
}

// Feed gives batches to workers; Next is called concurrently with different worker numbers below Context.Threads, and shares the morsels
// among them.
type Feed interface {
	// Next is the next batch for a worker; nil at the end. The caller releases it. Batches without rows may occur.
	Next(c *Context, worker int) (*vec.Batch, error)
	// Close frees everything, after the last Next has returned. It is called once.
	Close() error
}

// Read is the Node of a Source.
type Read struct{ Source Source }

// Columns are the source's.
func (n *Read) Columns() []*expr.Attribute { return n.Source.Columns() }

// Inputs are none.
func (n *Read) Inputs() []Node { return nil }

// Start starts the source.
func (n *Read) Start(c *Context) (Feed, error) { return n.Source.Start(c) }

// Describe is the source's line.
func (n *Read) Describe() string { return n.Source.Describe() }

// workers is the number of workers of a run.
func (c *Context) workers() int { return max(1, c.Threads) }

// start starts a node's feed and wraps it in the checks that every operator needs: cancellation, and counting when asked for.
func (c *Context) start(n Node) (Feed, error) {
	f, err := n.Start(c)
	if err != nil {
		return nil, err
	}
	return &checked{Feed: f, counts: c.Metrics.operator(n)}, nil
}

// fnContext is the context of expressions evaluated on one batch.
func (c *Context) fnContext(arena *vec.Arena) *fn.Context {
	return &fn.Context{Arena: arena, Alloc: c.Alloc, Env: c.Env}
}
