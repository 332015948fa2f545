package exec

import (
	"fmt"
	"sync"

	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Limit passes Count rows (-1: all) after skipping Offset rows. Its workers take turns, so that the first rows of the source are the
// ones that pass, and no more of the input is read than they need.
type Limit struct {
	Input         Node
	Count, Offset int64
}

// Columns are the input's.
func (n *Limit) Columns() []*expr.Attribute { return n.Input.Columns() }

// Inputs is the one input.
func (n *Limit) Inputs() []Node { return []Node{n.Input} }

// Describe shows the counts.
func (n *Limit) Describe() string {
	if n.Offset > 0 {
		return fmt.Sprintf("Limit %d offset %d", n.Count, n.Offset)
	}
	return fmt.Sprintf("Limit %d", n.Count)
}

// Start starts the input.
func (n *Limit) Start(c *Context) (Feed, error) {
	in, err := c.start(n.Input)
	return &limitFeed{in: in, count: n.Count, skip: n.Offset}, err
}

type limitFeed struct {
	in          Feed
	mu          sync.Mutex
	count, skip int64
}

func (f *limitFeed) Next(c *Context, _ int) (*vec.Batch, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.count != 0 {
		b, err := f.in.Next(c, 0)
		if err != nil || b == nil {
			f.count = 0
			return nil, err
		}
		if b = f.cut(b); b != nil {
			return b, nil
		}
	}
	return nil, nil
}

// cut takes from a batch the rows that pass; nil when there are none.
func (f *limitFeed) cut(b *vec.Batch) *vec.Batch {
	rows := int64(b.Rows())
	if rows <= f.skip {
		f.skip -= rows
		b.Release()
		return nil
	}
	from, to := f.skip, rows
	f.skip = 0
	if f.count >= 0 {
		to = min(to, from+f.count)
		f.count -= to - from
	}
	return selected(b, vec.SelOrAll(b.Sel, b.Len)[from:to])
}

func (f *limitFeed) Close() error { return f.in.Close() }
