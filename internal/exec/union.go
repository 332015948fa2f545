package exec

import (
	"cmp"
	"fmt"

	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Union puts out the rows of its inputs one after the other. Columns are matched by position.
type Union struct {
	From    []Node
	Outputs []*expr.Attribute
}

// Columns are the union's own.
func (n *Union) Columns() []*expr.Attribute { return n.Outputs }

// Inputs are the united operators.
func (n *Union) Inputs() []Node { return n.From }

// Describe counts the inputs.
func (n *Union) Describe() string { return fmt.Sprintf("Union of %d", len(n.From)) }

// Start starts all inputs; a worker goes through them in order.
func (n *Union) Start(c *Context) (Feed, error) {
	f := &unionFeed{at: make([]int, c.workers())}
	for _, in := range n.From {
		feed, err := c.start(in)
		if err != nil {
			_ = f.Close()
			return nil, err
		}
		f.in = append(f.in, feed)
	}
	return f, nil
}

type unionFeed struct {
	in []Feed
	at []int // by worker
}

// unionSeqBits leaves room for the morsels of one input.
const unionSeqBits = 36

func (f *unionFeed) Next(c *Context, worker int) (*vec.Batch, error) {
	for f.at[worker] < len(f.in) {
		i := f.at[worker]
		b, err := f.in[i].Next(c, worker)
		if err != nil {
			return nil, err
		}
		if b != nil {
			out := *b
			out.Seq = int64(i)<<unionSeqBits | b.Seq&(1<<unionSeqBits-1)
			return &out, nil
		}
		f.at[worker]++
	}
	return nil, nil
}

func (f *unionFeed) Close() error {
	var first error
	for _, in := range f.in {
		first = cmp.Or(first, in.Close())
	}
	return first
}
