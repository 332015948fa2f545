package exec

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/flintlake/flintlake/internal/vec"
)

// Metrics are the counts of a run, by operator and by name. A nil *Metrics collects nothing; the zero value is ready.
type Metrics struct {
	mu        sync.Mutex
	operators map[Node]*Counts
	values    map[string]int64
	observed  map[string][]any
}

// Counts are what one operator did, inputs included in Time.
type Counts struct {
	rows, batches, nanos atomic.Int64
	mu                   sync.Mutex
	details              map[string]int64
}

// Rows is the number of rows put out so far.
func (n *Counts) Rows() int64 { return n.rows.Load() }

// Time is the time all workers spent in the operator and below it.
func (n *Counts) Time() time.Duration { return time.Duration(n.nanos.Load()) }

// Add counts something that only this operator has, like files pruned.
func (n *Counts) Add(name string, by int64) {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.details == nil {
		n.details = map[string]int64{}
	}
	n.details[name] += by
}

// Details are the operator's own counts.
func (n *Counts) Details() map[string]int64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return maps.Clone(n.details)
}

// Add adds to a named value of the whole run.
func (m *Metrics) Add(name string, by int64) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.values == nil {
		m.values = map[string]int64{}
	}
	m.values[name] += by
}

// Values are the named values so far.
func (m *Metrics) Values() map[string]int64 {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.values)
}

// Observed are the results of observe(name, …) by name, complete when the stream has ended.
func (m *Metrics) Observed() map[string][]any {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.observed)
}

func (m *Metrics) observe(name string, values []any) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.observed == nil {
		m.observed = map[string][]any{}
	}
	m.observed[name] = values
}

// Of is what an operator did; nil when nothing was collected.
func (m *Metrics) Of(n Node) *Counts {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.operators[n]
}

func (m *Metrics) operator(n Node) *Counts {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.operators[n]
	if c == nil {
		if m.operators == nil {
			m.operators = map[Node]*Counts{}
		}
		c = &Counts{}
		m.operators[n] = c
	}
	return c
}

// checked is the feed of every node: it stops when the run is cancelled, and counts.
type checked struct {
	Feed
	counts *Counts // nil: do not count
}

// Next passes on the next batch.
func (f *checked) Next(c *Context, worker int) (*vec.Batch, error) {
	if err := c.Err(); err != nil {
		return nil, err
	}
	if f.counts == nil {
		return f.Feed.Next(c, worker)
	}
	start := time.Now()
	b, err := f.Feed.Next(c, worker)
	f.counts.nanos.Add(int64(time.Since(start)))
	if b != nil {
		f.counts.rows.Add(int64(b.Rows()))
		f.counts.batches.Add(1)
	}
	return b, err
}

// NewMetrics starts collecting.
func NewMetrics() *Metrics { return &Metrics{} }
