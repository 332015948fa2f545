package exec

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Window adds one column per entry of List to the input; all share partitioning and order. Rows come out ordered by partition keys, then
// by the order.
type Window struct {
	Input       Node
	PartitionBy []expr.Expr
	OrderBy     []expr.SortOrder
	List        []WindowColumn
}

// WindowColumn is one function over the window: *expr.WindowFunction or *expr.Aggregate.
type WindowColumn struct {
	Func  expr.Expr
	Frame Frame
	Attr  *expr.Attribute
}

// Frame is the rows around a row that a function sees.
type Frame struct {
	Rows         bool // else RANGE
	Lower, Upper Bound
}

// BoundKind is the kind of one end of a frame.
type BoundKind uint8

const (
	UnboundedPreceding BoundKind = iota
	Preceding
	CurrentRow
	Following
	UnboundedFollowing
)

// Bound is one end of a frame. Offset, for Preceding and Following, is what plan.Literal documents for its type: an int32 or int64 for
// ROWS, for RANGE a value that can be added to the order key.
type Bound struct {
	Kind   BoundKind
	Offset *expr.Literal
}

// Columns are the input's, then the functions'.
func (n *Window) Columns() []*expr.Attribute {
	in := n.Input.Columns()
	out := in[:len(in):len(in)]
	for _, c := range n.List {
		out = append(out, c.Attr)
	}
	return out
}

// Inputs is the one input.
func (n *Window) Inputs() []Node { return []Node{n.Input} }

// Describe shows functions, partitioning and order.
func (n *Window) Describe() string {
	var fs []expr.Expr
	for _, c := range n.List {
		fs = append(fs, c.Func)
	}
	return "Window " + describeList(fs) + " partition by " + describeList(n.PartitionBy) + " order by [" + expr.OrderString(n.OrderBy) + "]"
}

// Start starts the input. Keys and arguments are evaluated by the workers, batch by batch, before sorting.
func (n *Window) Start(c *Context) (Feed, error) {
	w := &windowing{node: n}
	keys := append(append([]expr.Expr{}, n.PartitionBy...), orderExprs(n.OrderBy)...)
	for _, e := range n.PartitionBy {
		if err := checkCollation(e.Type()); err != nil {
			return nil, err
		}
	}
	for _, col := range n.List {
		f := windowFunc{column: col, firstArg: len(keys)}
		switch e := col.Func.(type) {
		case *expr.WindowFunction:
			f.args = e.Args
		case *expr.Aggregate:
			if e.Distinct {
				return nil, sparkerr.New("DISTINCT_WINDOW_FUNCTION_UNSUPPORTED", "windowExpr", expr.String(e))
			}
			f.args = e.Args
			if e.Filter != nil {
				f.args = append(e.Args[:len(e.Args):len(e.Args)], e.Filter)
				f.filtered = true
			}
		default:
			return nil, sparkerr.Internal("%T is no window function", e)
		}
		keys = append(keys, f.args...)
		w.funcs = append(w.funcs, f)
	}
	var err error
	if w.keyed, err = newKeyed(c, n.Input.Columns(), keys); err != nil {
		return nil, err
	}
	for range n.PartitionBy {
		w.keys = append(w.keys, SortKey{NullsFirst: true})
	}
	w.keys = append(w.keys, sortKeys(n.OrderBy)...)
	return startBreaker(c, []Node{n.Input}, w.run)
}

// windowing is one run of a Window.
type windowing struct {
	node  *Window
	keyed *keyed
	keys  []SortKey // of partition and order
	funcs []windowFunc
}

// windowFunc is a function and where its arguments are among the keys.
type windowFunc struct {
	column   WindowColumn
	args     []expr.Expr
	firstArg int
	filtered bool // the last argument is the filter
}

func (w *windowing) run(c *Context, in []Feed) (result, error) {
	order := &sorting{node: &Sort{}, keyed: w.orderKeyed(), keys: w.keys, collector: newCollector(c, w.keyed.columns)}
	err := drain(c, in[0], func(worker int, b *vec.Batch) error {
		b, err := w.keyed.add(c, worker, b)
		if err != nil {
			return err
		}
		return order.add(c, b)
	})
	if err != nil {
		order.close()
		return nil, err
	}
	if len(order.runs) > 0 {
		sorted, err := order.mergeRuns(c)
		if err != nil {
			order.close()
			return nil, err
		}
		return &windowStream{w: w, sorted: sorted}, nil
	}
	r, err := order.collector.rows(c)
	if err != nil {
		order.close()
		return nil, err
	}
	idx := order.sorted(r)
	sorted := r.reorder(c, idx)
	r.release()
	out := &windowRows{rows: sorted, held: order.collector}
	if err := w.compute(c, sorted); err != nil {
		out.close()
		return nil, err
	}
	out.pieces.n = sorted.n
	return out, nil
}

// orderKeyed sees all columns as input and only partition and order keys as keys, so that spilled runs keep the arguments.
func (w *windowing) orderKeyed() *keyed {
	return &keyed{columns: w.keyed.columns, width: len(w.keyed.columns), keys: w.keyed.keys[:len(w.keys)]}
}

// reorder is all rows in another order.
func (r *rows) reorder(c *Context, idx []int32) *rows {
	out := &rows{n: len(idx), arena: c.Alloc.NewArena()}
	out.arena.Keep(r.arena)
	for _, v := range r.cols {
		out.cols = append(out.cols, vec.Gather(out.arena, v, idx))
	}
	return out
}

// windowRows hands out computed rows.
type windowRows struct {
	*rows
	pieces
	held *collector
}

func (r *windowRows) next(c *Context, _ int) (*vec.Batch, error) {
	seq, from, to, ok := r.pieces.next()
	if !ok {
		return nil, nil
	}
	b := r.slice(c, from, to)
	b.Seq = seq
	return b, nil
}

func (r *windowRows) close() {
	r.rows.release()
	r.held.close()
}

// compute adds the columns of all functions to sorted rows, which hold whole partitions, and drops keys and arguments.
func (w *windowing) compute(c *Context, r *rows) error {
	p := w.partitions(r)
	cols := r.cols[:w.keyed.width:w.keyed.width]
	for _, f := range w.funcs {
		if err := c.Err(); err != nil {
			return err
		}
		args := make([]*vec.Vector, len(f.args))
		for i := range args {
			args[i] = r.cols[w.keyed.keys[f.firstArg+i]]
		}
		v, err := w.function(c, r, p, f, args)
		if err != nil {
			return err
		}
		cols = append(cols, v)
	}
	r.cols = cols
	return nil
}

func (w *windowing) function(c *Context, r *rows, p *partitions, f windowFunc, args []*vec.Vector) (*vec.Vector, error) {
	fc := c.fnContext(r.arena)
	if agg, ok := f.column.Func.(*expr.Aggregate); ok {
		bound, ok := agg.Fn.(*fn.Bound)
		if !ok || bound.Accumulate == nil {
			return nil, sparkerr.Internal("aggregate function %s has no accumulator", agg.Fn.FunctionName())
		}
		frames, err := w.frames(c, r, p, f.column.Frame)
		if err != nil {
			return nil, err
		}
		x := &frameAggregate{c: c, fc: fc, new: bound.Accumulate, args: args, p: p, n: r.n, t: agg.DataType}
		if f.filtered {
			x.args, x.filter = args[:len(args)-1], args[len(args)-1]
		}
		v, err := x.compute(f.column.Frame, frames)
		return v, at(err, agg.Context)
	}
	call := f.column.Func.(*expr.WindowFunction)
	bound, ok := call.Fn.(*fn.Bound)
	if !ok || bound.Rank == "" {
		return nil, sparkerr.Internal("window function %s is not bound", call.Fn.FunctionName())
	}
	v, err := w.rank(c, r, p, f, call, bound.Rank, args)
	return v, at(err, call.Context)
}

// partitions says where partitions and groups of peers (rows equal in the order keys) begin.
type partitions struct {
	starts []int32 // of partitions, then the number of rows
	of     []int32 // by row: its partition
	peers  []int32 // by row: first row of its peers
	ends   []int32 // by row: after the last of its peers
}

func (w *windowing) partitions(r *rows) *partitions {
	p := &partitions{of: make([]int32, r.n), peers: make([]int32, r.n), ends: make([]int32, r.n)}
	keys := w.keyed.of(r.cols)
	by, order := keys[:len(w.node.PartitionBy)], keys[len(w.node.PartitionBy):len(w.keys)]
	for i := range r.n {
		switch {
		case i == 0 || !sameRow(by, i-1, i):
			p.starts = append(p.starts, int32(i))
			p.peers[i] = int32(i)
		case sameRow(order, i-1, i):
			p.peers[i] = p.peers[i-1]
		default:
			p.peers[i] = int32(i)
		}
		p.of[i] = int32(len(p.starts) - 1)
	}
	end := int32(r.n)
	for i := r.n - 1; i >= 0; i-- {
		p.ends[i] = end
		if p.peers[i] == int32(i) {
			end = int32(i)
		}
	}
	p.starts = append(p.starts, int32(r.n))
	return p
}

// count is the number of partitions.
func (p *partitions) count() int { return len(p.starts) - 1 }

// bounds are the rows of the partition of row i.
func (p *partitions) bounds(i int) (from, to int32) { return p.starts[p.of[i]], p.starts[p.of[i]+1] }

func sameRow(cols []*vec.Vector, i, j int) bool {
	for _, v := range cols {
		if !vec.EqualRows(v, i, v, j) {
			return false
		}
	}
	return true
}
