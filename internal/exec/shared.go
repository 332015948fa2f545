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

// sharedResult is the rows computed so far. A recursion goes on only as far as somebody reads.
type sharedResult struct {
	mu    sync.Mutex
	all   []*rows // one per step
	held  []*collector
	level int64
	total int64
	done  bool
	err   error
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

// part gives the rows of step i, computing steps up to it; nil when there are not so many.
func (r *sharedResult) part(c *Context, n *Shared, i int) (part *rows, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() {
		if p := recover(); p != nil {
			r.err, err = panicError(p), panicError(p)
		}
	}()
	for r.err == nil && !r.done && i >= len(r.all) {
		r.err = r.extend(c, n)
	}
	if r.err != nil || i >= len(r.all) {
		return nil, r.err
	}
	return r.all[i], nil
}

// extend runs the plan, or one step of the recursion.
func (r *sharedResult) extend(c *Context, n *Shared) error {
	plan := n.Plan
	if r.level > 0 {
		plan = n.Recursive
	}
	if n.LevelMax > 0 && r.level > n.LevelMax {
		return sparkerr.New("RECURSION_LEVEL_LIMIT_EXCEEDED", "levelLimit", fmt.Sprint(n.LevelMax))
	}
	rows, err := r.step(c, plan)
	if err != nil {
		return err
	}
	r.level++
	r.total += int64(rows.n)
	r.done = rows.n == 0 || n.Recursive == nil
	if n.RowsMax > 0 && n.Recursive != nil && r.total > n.RowsMax {
		return sparkerr.New("RECURSION_ROW_LIMIT_EXCEEDED", "rowLimit", fmt.Sprint(n.RowsMax))
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
	mu     sync.Mutex
	rows   *rows // being read
	part   int
	at     int
	seq    int64
}

func (f *sharedFeed) Next(c *Context, _ int) (*vec.Batch, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		if f.rows != nil && f.at < f.rows.n {
			to := min(f.rows.n, f.at+vec.BatchRows)
			b := f.rows.slice(c, f.at, to)
			b.Seq = f.seq
			f.seq++
			f.at = to
			return b, nil
		}
		more, err := f.advance(c)
		if err != nil || !more {
			return nil, err
		}
	}
}

// advance goes on to the next step.
func (f *sharedFeed) advance(c *Context) (bool, error) {
	if f.node.Step { // extend is under way and holds the lock: it started this feed
		if f.rows != nil {
			return false, nil
		}
		f.rows = f.result.all[len(f.result.all)-1]
		return true, nil
	}
	rows, err := f.result.part(c, f.node.Of, f.part)
	f.rows, f.at = rows, 0
	f.part++
	return rows != nil, err
}

func (f *sharedFeed) Close() error { return nil }
