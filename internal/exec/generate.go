package exec

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Generate puts out, for each input row, as many rows as a generator gives: the Required input columns beside the generator's.
type Generate struct {
	Input     Node
	Generator *expr.Generator
	Required  []*expr.Attribute
	Generated []*expr.Attribute
	// Outer keeps input rows for which nothing is generated, beside nulls.
	Outer bool
}

// Columns are the required input columns, then the generator's.
func (n *Generate) Columns() []*expr.Attribute {
	return append(n.Required[:len(n.Required):len(n.Required)], n.Generated...)
}

// Inputs is the one input.
func (n *Generate) Inputs() []Node { return []Node{n.Input} }

// Describe shows the generator.
func (n *Generate) Describe() string {
	if n.Outer {
		return "Generate outer " + expr.String(n.Generator)
	}
	return "Generate " + expr.String(n.Generator)
}

// Start compiles the arguments for each worker.
func (n *Generate) Start(c *Context) (Feed, error) {
	bound, ok := n.Generator.Fn.(*fn.Bound)
	if !ok || bound.Generate == nil {
		return nil, sparkerr.Internal("%s is no generator", n.Generator.Fn.FunctionName())
	}
	list := make([]expr.Expr, len(n.Required))
	for i, a := range n.Required {
		list[i] = a
	}
	keep, ok := columnsOf(list, n.Input.Columns())
	if !ok {
		return nil, sparkerr.Internal("a column that Generate keeps is not in its input")
	}
	f := &generateFeed{node: n, generate: bound.Generate, keep: keep}
	for range c.workers() {
		evs, err := compileAll(n.Generator.Args, n.Input.Columns())
		if err != nil {
			return nil, err
		}
		f.workers = append(f.workers, &generator{args: evs})
	}
	var err error
	f.in, err = c.start(n.Input)
	return f, err
}

type generateFeed struct {
	in       Feed
	node     *Generate
	generate fn.Generate
	keep     []int
	workers  []*generator
}

// generator is one worker's place in what a batch has generated. rows names the input row of each generated row, item the place in cols
// (-1: nulls).
type generator struct {
	args       evaluators
	made       *vec.Batch // keeps the input and the generated columns
	in         *vec.Batch
	cols       []*vec.Vector
	rows, item []int32
	at         int
}

func (f *generateFeed) Next(c *Context, worker int) (*vec.Batch, error) {
	w := f.workers[worker]
	for w.at >= len(w.rows) {
		w.release()
		b, err := f.in.Next(c, worker)
		if err != nil || b == nil {
			return nil, err
		}
		if err := f.run(c, w, b); err != nil {
			return nil, err
		}
	}
	to := min(len(w.rows), w.at+vec.BatchRows)
	rows, item := w.rows[w.at:to], w.item[w.at:to]
	w.at = to
	out := c.Alloc.NewBatch(len(rows))
	out.Keep(w.made)
	out.Seq = w.in.Seq
	for _, k := range f.keep {
		out.Cols = append(out.Cols, vec.Gather(out.Arena, w.in.Cols[k], rows))
	}
	for _, v := range w.cols {
		out.Cols = append(out.Cols, vec.Gather(out.Arena, v, item))
	}
	return out, nil
}

// run generates for a batch, which it takes over.
func (f *generateFeed) run(c *Context, w *generator, b *vec.Batch) error {
	w.made = c.Alloc.NewBatch(b.Len)
	w.made.Keep(b)
	b.Release()
	w.in = b
	fc := c.fnContext(w.made.Arena)
	args, err := w.args.eval(fc, b, b.Sel)
	if err != nil {
		return err
	}
	counts, cols, err := f.generate(fc, args, b.Sel, b.Len)
	if err != nil {
		return err
	}
	w.cols, w.rows, w.item, w.at = cols, w.rows[:0], w.item[:0], 0
	next := int32(0)
	for i, r := range vec.SelOrAll(b.Sel, b.Len) {
		if counts[i] == 0 && f.node.Outer {
			w.rows, w.item = append(w.rows, r), append(w.item, -1)
		}
		for range counts[i] {
			w.rows, w.item = append(w.rows, r), append(w.item, next)
			next++
		}
	}
	return nil
}

func (w *generator) release() {
	if w.made != nil {
		w.made.Release()
		w.made = nil
	}
	w.rows, w.item, w.at = w.rows[:0], w.item[:0], 0
}

func (f *generateFeed) Close() error {
	for _, w := range f.workers {
		w.release()
	}
	return f.in.Close()
}
