package exec

import (
	"sync"

	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Observe passes its input through and aggregates it on the way; the result is in Metrics.Observed when the input has ended.
type Observe struct {
	Input   Node
	Name    string
	Metrics []*expr.Alias // each Child is an *expr.Aggregate
}

// Columns are the input's.
func (n *Observe) Columns() []*expr.Attribute { return n.Input.Columns() }

// Inputs is the one input.
func (n *Observe) Inputs() []Node { return []Node{n.Input} }

// Describe shows name and functions.
func (n *Observe) Describe() string { return "Observe " + n.Name + " " + describeList(n.Metrics) }

// Start makes accumulators per worker.
func (n *Observe) Start(c *Context) (Feed, error) {
	f := &observeFeed{node: n}
	for range c.workers() {
		a, err := newAggregator(c, &Aggregate{Input: n.Input, List: n.Metrics}, n.Input.Columns())
		if err != nil {
			f.release()
			return nil, err
		}
		f.workers = append(f.workers, a)
	}
	var err error
	if f.in, err = c.start(n.Input); err != nil {
		f.release()
		return nil, err
	}
	return f, nil
}

type observeFeed struct {
	in      Feed
	node    *Observe
	workers []*aggregator
	mu      sync.Mutex
	active  map[int]bool
	ended   bool
}

func (f *observeFeed) Next(c *Context, worker int) (*vec.Batch, error) {
	f.mu.Lock()
	if f.active == nil {
		f.active = map[int]bool{}
	}
	f.active[worker] = true
	f.mu.Unlock()
	b, err := f.in.Next(c, worker)
	if err != nil {
		return nil, err
	}
	if b != nil {
		if err := f.workers[worker].consume(c, b, nil); err != nil {
			b.Release()
			return nil, err
		}
		return b, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.active, worker)
	if len(f.active) > 0 || f.ended {
		return nil, nil
	}
	f.ended = true
	return nil, f.publish(c)
}

// publish merges the workers' accumulators and keeps the result.
func (f *observeFeed) publish(c *Context) error {
	first := f.workers[0]
	for _, w := range f.workers[1:] {
		if err := first.merge(c, w); err != nil {
			return err
		}
	}
	if err := first.finish(c); err != nil {
		return err
	}
	g := newGroups(first, nil)
	b, err := g.batch(c, 0, 1)
	if err != nil {
		return err
	}
	defer b.Release()
	values := make([]any, len(b.Cols))
	for i, v := range b.Cols {
		values[i] = vec.ValueAt(v, 0)
	}
	c.Metrics.observe(f.node.Name, values)
	return nil
}

func (f *observeFeed) release() {
	for _, w := range f.workers {
		w.close()
	}
}

func (f *observeFeed) Close() error {
	f.release()
	return f.in.Close()
}
