package exec

import (
	"fmt"
	"sync"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Shared is a subplan that is evaluated once a run, however many SharedRef nodes read it: a CTE that is not deterministic, or recursive.
// It is not a Node of its own.
type Shared struct {
	Plan Node
	// Recursive is evaluated with the rows of the step before (SharedRef.Step) until it gives none; nil: not recursive.
	Recursive Node
	// LevelMax and RowsMax bound a recursion; 0 or less: no bound.
	LevelMax, RowsMax int64
}

// SharedRef reads the result of a Shared.
type SharedRef struct {
	Of      *Shared
	Outputs []*expr.Attribute
	// Step reads only what the last step of the recursion added.
	Step bool
}

// Columns are the reference's own.
func (n *SharedRef) Columns() []*expr.Attribute { return n.Outputs }

// Inputs is the shared plan, shown once.
func (n *SharedRef) Inputs() []Node {
	if n.Step {
		return nil
	}
	return []Node{n.Of.Plan}
}

// Describe says what is read.
func (n *SharedRef) Describe() string {
	if n.Step {
		return "RecursionStep"
	}
	return "Shared"
}

// Start computes nothing yet.
func (n *SharedRef) Start(c *Context) (Feed, error) {
	return &sharedFeed{node: n, result: c.shared.of(n.Of)}, nil
}

// sharedResults are what a run computes once and reads several times.
type sharedResults struct {
	mu      sync.Mutex
	results map[*Shared]*sharedResult
}

type sharedResult struct {
	once sync.Once
	err  error
	all  []*rows // one per step
	held []*collector
}

func (s *sharedResults) of(n *Shared) *sharedResult {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.results == nil {
		s.results = map[*Shared]*sharedResult{}
	}
	r := s.results[n]
	if r == nil {
		r = &sharedResult{}
		s.results[n] = r
	}
	return r
}

func (s *sharedResults) close() {
	for _, r := range s.results {
		for _, step := range r.all {
			step.release()
		}
		for _, k := range r.held {
			k.close()
		}
	}
	s.results = nil
}

// compute runs the plan and, step by step, the recursion.
func (r *sharedResult) compute(c *Context, n *Shared) error {
	total := int64(0)
	for plan, level := n.Plan, int64(0); plan != nil; plan, level = n.Recursive, level+1 {
		if n.LevelMax > 0 && level > n.LevelMax {
			return sparkerr.New("RECURSION_LEVEL_LIMIT_EXCEEDED", "levelLimit", fmt.Sprint(n.LevelMax))
		}
		rows, err := r.step(c, plan)
		if err != nil || rows.n == 0 && level > 0 {
			return err
		}
		if total += int64(rows.n); n.RowsMax > 0 && n.Recursive != nil && total > n.RowsMax {
			return sparkerr.New("RECURSION_ROW_LIMIT_EXCEEDED", "rowLimit", fmt.Sprint(n.RowsMax))
		}
		if rows.n == 0 {
			return nil
		}
	}
	return nil
}

func (r *sharedResult) step(c *Context, plan Node) (*rows, error) {
	feed, err := c.start(plan)
	if err != nil {
		return nil, err
	}
	k := newCollector(c, plan.Columns())
	r.held = append(r.held, k)
	err = drain(c, feed, func(_ int, b *vec.Batch) error {
		if !k.add(b) {
			b.Release()
			return outOfMemory(c, "a shared subquery")
		}
		return nil
	})
	_ = feed.Close()
	if err != nil {
		return nil, err
	}
	rows, err := k.rows(c)
	if err == nil {
		r.all = append(r.all, rows)
	}
	return rows, err
}

// sharedFeed reads the rows of all steps, or of the last one.
type sharedFeed struct {
	node   *SharedRef
	result *sharedResult
	once   sync.Once
	parts  []*rows
	mu     sync.Mutex
	part   int
	at     int
	seq    int64
}

func (f *sharedFeed) Next(c *Context, _ int) (*vec.Batch, error) {
	if f.node.Step { // compute is under way: it started this feed
		f.once.Do(func() { f.parts = f.result.all[len(f.result.all)-1:] })
	} else {
		f.result.once.Do(func() {
			defer func() {
				if p := recover(); p != nil {
					f.result.err = panicError(p)
				}
			}()
			f.result.err = f.result.compute(c, f.node.Of)
		})
		if f.result.err != nil {
			return nil, f.result.err
		}
		f.once.Do(func() { f.parts = f.result.all })
	}
	return f.take(c), nil
}

func (f *sharedFeed) take(c *Context) *vec.Batch {
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.part < len(f.parts) {
		r := f.parts[f.part]
		if f.at >= r.n {
			f.part, f.at = f.part+1, 0
			continue
		}
		to := min(r.n, f.at+vec.BatchRows)
		b := r.slice(c, f.at, to)
		b.Seq = f.seq
		f.seq++
		f.at = to
		return b
	}
	return nil
}

func (f *sharedFeed) Close() error { return nil }
