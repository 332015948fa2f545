package exec

import (
	"fmt"
	"sync/atomic"

	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Values is rows of expressions without input.
type Values struct {
	Outputs []*expr.Attribute
	Rows    [][]expr.Expr
}

// Columns name the values.
func (n *Values) Columns() []*expr.Attribute { return n.Outputs }

// Inputs are none.
func (n *Values) Inputs() []Node { return nil }

// Describe counts the rows.
func (n *Values) Describe() string { return fmt.Sprintf("Values %d rows", len(n.Rows)) }

// Start evaluates nothing yet.
func (n *Values) Start(*Context) (Feed, error) {
	return &valuesFeed{node: n, pieces: pieces{n: len(n.Rows)}}, nil
}

type valuesFeed struct {
	node *Values
	pieces
}

func (f *valuesFeed) Next(c *Context, _ int) (*vec.Batch, error) {
	seq, from, to, ok := f.pieces.next()
	if !ok {
		return nil, nil
	}
	out := c.Alloc.NewBatch(to - from)
	out.Seq = seq
	if err := f.fill(c, out, f.node.Rows[from:to]); err != nil {
		out.Release()
		return nil, err
	}
	return out, nil
}

func (f *valuesFeed) fill(c *Context, out *vec.Batch, rows [][]expr.Expr) error {
	row := &vec.Batch{Len: 1, Arena: out.Arena}
	fc := c.fnContext(out.Arena)
	for k, a := range f.node.Outputs {
		b := vec.NewBuilder(out.Arena, a.DataType)
		for i, r := range rows {
			if l, ok := r[k].(*expr.Literal); ok {
				if err := b.Value(l.Value); err != nil {
					return err
				}
				continue
			}
			ev, err := eval.Compile(r[k], nil)
			if err != nil {
				return err
			}
			fc.RowBase = int64(i)
			v, err := ev.Eval(fc, row, nil)
			if err != nil {
				return err
			}
			b.From(v, 0)
		}
		out.Cols = append(out.Cols, b.Finish())
	}
	return nil
}

func (f *valuesFeed) Close() error { return nil }

// Range counts from From to To (exclusive) by Step.
type Range struct {
	Column         *expr.Attribute
	From, To, Step int64
}

// Columns is the one column.
func (n *Range) Columns() []*expr.Attribute { return []*expr.Attribute{n.Column} }

// Inputs are none.
func (n *Range) Inputs() []Node { return nil }

// Describe shows the bounds.
func (n *Range) Describe() string {
	return fmt.Sprintf("Range (%d, %d, step %d)", n.From, n.To, n.Step)
}

// count is the number of values; unsigned, since it can pass 2^63.
func (n *Range) count() uint64 {
	switch {
	case n.Step > 0 && n.To > n.From:
		return (uint64(n.To)-uint64(n.From)-1)/uint64(n.Step) + 1
	case n.Step < 0 && n.To < n.From:
		return (uint64(n.From)-uint64(n.To)-1)/-uint64(n.Step) + 1
	}
	return 0
}

// Start prepares the count.
func (n *Range) Start(*Context) (Feed, error) { return &rangeFeed{node: n, count: n.count()}, nil }

type rangeFeed struct {
	node  *Range
	count uint64
	taken atomic.Uint64
}

func (f *rangeFeed) Next(c *Context, _ int) (*vec.Batch, error) {
	seq := f.taken.Add(1) - 1
	from := seq * vec.BatchRows
	if from >= f.count {
		return nil, nil
	}
	out := c.Alloc.NewBatch(int(min(vec.BatchRows, f.count-from)))
	out.Seq = int64(seq)
	values := vec.AllocOf[int64](out.Arena, out.Len)
	for i := range values {
		values[i] = f.node.From + int64(from+uint64(i))*f.node.Step
	}
	out.Cols = []*vec.Vector{vec.FlatVector(f.node.Column.DataType, values, nil)}
	return out, nil
}

func (f *rangeFeed) Close() error { return nil }
