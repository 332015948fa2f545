package exec

import (
	"fmt"

	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Expand puts out each input batch once per projection (grouping sets, unpivot).
type Expand struct {
	Input       Node
	Projections [][]expr.Expr
	Outputs     []*expr.Attribute
}

// Columns are the operator's own.
func (n *Expand) Columns() []*expr.Attribute { return n.Outputs }

// Inputs is the one input.
func (n *Expand) Inputs() []Node { return []Node{n.Input} }

// Describe counts the projections.
func (n *Expand) Describe() string { return fmt.Sprintf("Expand %d projections", len(n.Projections)) }

// Start compiles the projections for each worker.
func (n *Expand) Start(c *Context) (Feed, error) {
	f := &expandFeed{}
	for range c.workers() {
		w := &expander{}
		for _, p := range n.Projections {
			evs, err := compileAll(p, n.Input.Columns())
			if err != nil {
				return nil, err
			}
			w.projections = append(w.projections, evs)
		}
		f.workers = append(f.workers, w)
	}
	var err error
	f.in, err = c.start(n.Input)
	return f, err
}

type expandFeed struct {
	in      Feed
	workers []*expander
}

type expander struct {
	projections []evaluators
	b           *vec.Batch
	at          int
}

func (f *expandFeed) Next(c *Context, worker int) (*vec.Batch, error) {
	w := f.workers[worker]
	if w.b == nil {
		b, err := f.in.Next(c, worker)
		if err != nil || b == nil {
			return nil, err
		}
		w.b, w.at = b, 0
	}
	out := c.Alloc.NewBatch(w.b.Len)
	out.Keep(w.b)
	out.Sel, out.Seq = w.b.Sel, w.b.Seq
	var err error
	if out.Cols, err = w.projections[w.at].eval(c.fnContext(out.Arena), w.b, w.b.Sel); err != nil {
		out.Release()
		return nil, err
	}
	if w.at++; w.at == len(w.projections) {
		w.b.Release()
		w.b = nil
	}
	return out, nil
}

func (f *expandFeed) Close() error {
	for _, w := range f.workers {
		if w.b != nil {
			w.b.Release()
		}
	}
	return f.in.Close()
}
