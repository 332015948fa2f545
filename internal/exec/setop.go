package exec

import (
	"sync"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// SetOp is INTERSECT or EXCEPT, with or without ALL. The right side is counted first; left rows then pass in the order of the source.
type SetOp struct {
	Left, Right Node
	Except      bool // else INTERSECT
	All         bool
	Outputs     []*expr.Attribute
}

// Columns are the operator's own.
func (n *SetOp) Columns() []*expr.Attribute { return n.Outputs }

// Inputs are both sides.
func (n *SetOp) Inputs() []Node { return []Node{n.Left, n.Right} }

// Describe says which it is.
func (n *SetOp) Describe() string {
	s := "Intersect"
	if n.Except {
		s = "Except"
	}
	if n.All {
		s += " all"
	}
	return s
}

// Start starts both sides.
func (n *SetOp) Start(c *Context) (Feed, error) {
	for _, a := range n.Outputs {
		if err := checkCollation(a.DataType); err != nil {
			return nil, err
		}
	}
	left, err := c.start(n.Left)
	if err != nil {
		return nil, err
	}
	right, err := c.start(n.Right)
	if err != nil {
		_ = left.Close()
		return nil, err
	}
	return &setFeed{node: n, left: left, right: right}, nil
}

type setFeed struct {
	node        *SetOp
	left, right Feed
	mu          sync.Mutex
	table       *groupTable
	counts      []int64 // by group: rows on the right, minus those used up
	seen        []bool  // by group: put out already (without ALL)
	budget      budget
}

func (f *setFeed) Next(c *Context, _ int) (*vec.Batch, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.table == nil {
		if err := f.count(c); err != nil {
			return nil, err
		}
	}
	for {
		b, err := f.left.Next(c, 0)
		if err != nil || b == nil {
			return nil, err
		}
		sel, err := f.pass(c, b)
		if err != nil || len(sel) == 0 {
			b.Release()
			if err != nil {
				return nil, err
			}
			continue
		}
		return selected(b, sel), nil
	}
}

// count groups the right side.
func (f *setFeed) count(c *Context) error {
	var ts []types.DataType
	for _, a := range f.node.Outputs {
		ts = append(ts, a.DataType)
	}
	f.table, f.budget.alloc = newGroupTable(c.Alloc, ts), c.Alloc
	var mu sync.Mutex
	return drain(c, f.right, func(_ int, b *vec.Batch) error {
		defer b.Release()
		mu.Lock()
		defer mu.Unlock()
		groups, err := f.groups(c, b)
		if err != nil {
			return err
		}
		for _, r := range vec.SelOrAll(b.Sel, b.Len) {
			f.counts[groups[r]]++
		}
		return nil
	})
}

func (f *setFeed) groups(c *Context, b *vec.Batch) ([]int32, error) {
	out := make([]int32, b.Len)
	f.table.groups(b.Cols, b.Sel, b.Len, out)
	for len(f.counts) < f.table.n {
		f.counts = append(f.counts, 0)
	}
	for len(f.seen) < f.table.n {
		f.seen = append(f.seen, false)
	}
	if need := f.table.bytes() - f.budget.held; need > 0 && !f.budget.grow(max(need, 1<<20)) {
		return nil, outOfMemory(c, "a set operation")
	}
	return out, nil
}

// pass selects the left rows that are put out.
func (f *setFeed) pass(c *Context, b *vec.Batch) (vec.Sel, error) {
	groups, err := f.groups(c, b)
	if err != nil {
		return nil, err
	}
	sel := make(vec.Sel, 0, b.Rows())
	for _, r := range vec.SelOrAll(b.Sel, b.Len) {
		if f.passes(groups[r]) {
			sel = append(sel, r)
		}
	}
	return sel, nil
}

func (f *setFeed) passes(g int32) bool {
	there := f.counts[g] > 0
	if f.node.All {
		if there {
			f.counts[g]--
		}
		return there != f.node.Except
	}
	if f.seen[g] {
		return false
	}
	f.seen[g] = true
	return there != f.node.Except
}

func (f *setFeed) Close() error {
	f.table.release()
	if f.budget.alloc != nil {
		f.budget.close()
	}
	err := f.left.Close()
	if e := f.right.Close(); err == nil {
		err = e
	}
	return err
}
