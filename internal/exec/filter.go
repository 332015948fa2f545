package exec

import (
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Filter keeps the rows for which Condition is true. It moves nothing: it narrows the selection.
type Filter struct {
	Input     Node
	Condition expr.Expr
}

// Columns are the input's.
func (n *Filter) Columns() []*expr.Attribute { return n.Input.Columns() }

// Inputs is the one input.
func (n *Filter) Inputs() []Node { return []Node{n.Input} }

// Describe shows the condition.
func (n *Filter) Describe() string { return "Filter " + expr.String(n.Condition) }

// Start compiles the condition for each worker.
func (n *Filter) Start(c *Context) (Feed, error) {
	numbers := &morselNumbers{}
	return startStages(c, n.Input, func(int) (stage, error) {
		ev, err := eval.Compile(n.Condition, n.Input.Columns())
		return &filterStage{condition: ev, rows: numbering{morsels: numbers}}, err
	})
}

type filterStage struct {
	condition eval.Evaluator
	rows      numbering
}

func (s *filterStage) process(c *Context, b *vec.Batch) (*vec.Batch, error) {
	scratch := c.Alloc.NewArena()
	defer scratch.Release()
	fc := c.fnContext(scratch)
	s.rows.next(fc, b)
	sel, err := eval.Filter(fc, s.condition, b, b.Sel, nil)
	if err != nil || len(sel) == 0 {
		b.Release()
		return nil, err
	}
	return selected(b, sel), nil
}

// selected is b with a narrower selection; it takes over the reference.
func selected(b *vec.Batch, sel vec.Sel) *vec.Batch {
	if len(sel) == b.Rows() {
		return b
	}
	return &vec.Batch{Cols: b.Cols, Len: b.Len, Sel: sel, Seq: b.Seq, Arena: b.Arena}
}
