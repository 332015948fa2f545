package exec

import (
	"sync"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Aggregate groups by the Grouping expressions and puts out the keys, then one column per entry of List. Without keys there is exactly
// one row, even of no input.
type Aggregate struct {
	Input    Node
	Grouping []*expr.Alias
	List     []*expr.Alias // each Child is an *expr.Aggregate
}

// Columns are the keys, then the aggregates.
func (n *Aggregate) Columns() []*expr.Attribute {
	var out []*expr.Attribute
	for _, g := range n.Grouping {
		out = append(out, g.Attr())
	}
	for _, a := range n.List {
		out = append(out, a.Attr())
	}
	return out
}

// Inputs is the one input.
func (n *Aggregate) Inputs() []Node { return []Node{n.Input} }

// Describe shows keys and functions.
func (n *Aggregate) Describe() string {
	return "HashAggregate keys " + describeList(n.Grouping) + " functions " + describeList(n.List)
}

// Start makes an empty table per worker.
func (n *Aggregate) Start(c *Context) (Feed, error) {
	return startBreaker(c, []Node{n.Input}, func(c *Context, in []Feed) (result, error) {
		a := &aggregation{node: n}
		r, err := a.run(c, in[0])
		if err != nil {
			a.close()
			return nil, err
		}
		return r, nil
	})
}

// aggregation is one run: a table with accumulators per worker, merged into the first worker's at the end.
type aggregation struct {
	node    *Aggregate
	workers []*aggregator
	spill   aggregateSpill
}

func (a *aggregation) run(c *Context, in Feed) (result, error) {
	for range c.workers() {
		w, err := newAggregator(c, a.node, a.node.Input.Columns())
		if err != nil {
			return nil, err
		}
		a.workers = append(a.workers, w)
	}
	err := drain(c, in, func(w int, b *vec.Batch) error {
		defer b.Release()
		return a.workers[w].consume(c, b, &a.spill)
	})
	if err != nil {
		return nil, err
	}
	first := a.workers[0]
	for _, w := range a.workers[1:] {
		if err := first.merge(c, w); err != nil {
			return nil, err
		}
		w.close()
	}
	a.workers = a.workers[:1]
	if a.spill.active() {
		return a.spilled(c, first)
	}
	if err := first.finish(c); err != nil {
		return nil, err
	}
	return newGroups(first, nil), nil
}

func (a *aggregation) close() {
	for _, w := range a.workers {
		w.close()
	}
	a.workers = nil
	a.spill.close()
}

// aggregator is a table of groups and the accumulators of all functions. One worker owns it.
type aggregator struct {
	keys   evaluators
	table  *groupTable // nil: no keys, one group
	funcs  []*aggregateFunc
	budget budget
	n      int // groups
}

// aggregateFunc is one aggregate function over all groups.
type aggregateFunc struct {
	*expr.Aggregate
	args   evaluators
	filter eval.Evaluator // nil: all rows
	acc    fn.Accumulator
	// deferred holds the argument rows of DISTINCT and ordered functions until the end; nil for others.
	deferred *deferredRows
}

func newAggregator(c *Context, n *Aggregate, input []*expr.Attribute) (*aggregator, error) {
	a := &aggregator{budget: budget{alloc: c.Alloc}}
	var keyTypes []types.DataType
	var keyExprs []expr.Expr
	for _, g := range n.Grouping {
		keyExprs, keyTypes = append(keyExprs, g.Child), append(keyTypes, g.Child.Type())
		if err := checkCollation(g.Child.Type()); err != nil {
			return nil, err
		}
	}
	var err error
	if a.keys, err = compileAll(keyExprs, input); err != nil {
		return nil, err
	}
	for _, l := range n.List {
		f, err := newAggregateFunc(c, l.Child, input)
		if err != nil {
			return nil, err
		}
		a.funcs = append(a.funcs, f)
	}
	if len(keyTypes) > 0 {
		a.table = newGroupTable(c.Alloc, keyTypes)
	} else {
		a.grow(1)
	}
	return a, nil
}

func newAggregateFunc(c *Context, e expr.Expr, input []*expr.Attribute) (*aggregateFunc, error) {
	agg, ok := e.(*expr.Aggregate)
	if !ok {
		return nil, sparkerr.Internal("%T is not an aggregate function", e)
	}
	bound, ok := agg.Fn.(*fn.Bound)
	if !ok || bound.Accumulate == nil {
		return nil, sparkerr.Internal("aggregate function %s has no accumulator", agg.Fn.FunctionName())
	}
	f := &aggregateFunc{Aggregate: agg}
	var err error
	if f.args, err = compileAll(agg.Args, input); err != nil {
		return nil, err
	}
	if agg.Filter != nil {
		if f.filter, err = eval.Compile(agg.Filter, input); err != nil {
			return nil, err
		}
	}
	if agg.Distinct || len(agg.Order) > 0 {
		if f.deferred, err = newDeferredRows(c, agg, input); err != nil {
			return nil, err
		}
	}
	f.acc = bound.Accumulate()
	return f, nil
}

// checkCollation refuses keys whose equality is not that of bytes.
func checkCollation(t types.DataType) error {
	var name string
	types.Exists(t, func(t types.DataType) bool {
		s, ok := t.(types.StringType)
		if ok && s.Collation != "" && s.Collation != "UTF8_BINARY" {
			name = s.Collation
		}
		return name != ""
	})
	if name != "" {
		return sparkerr.Unsupported("grouping and joining by strings of collation " + name)
	}
	return nil
}

func (a *aggregator) grow(n int) {
	a.n = n
	for _, f := range a.funcs {
		f.acc.Grow(n)
	}
}

// consume feeds a batch. When the budget is used up, rows of new groups go to the spill.
func (a *aggregator) consume(c *Context, b *vec.Batch, spill *aggregateSpill) error {
	scratch := c.Alloc.NewArena()
	defer scratch.Release()
	fc := c.fnContext(scratch)
	sel := b.Sel
	var groups []int32
	if a.table != nil {
		keys, err := a.keys.eval(fc, b, sel)
		if err != nil {
			return err
		}
		groups = vec.AllocOf[int32](scratch, b.Len)
		if spill.active() {
			a.table.lookup(keys, sel, b.Len, groups)
			if sel, err = spill.take(c, b, keys, groups); err != nil || len(sel) == 0 {
				return err
			}
		} else {
			a.table.groups(keys, sel, b.Len, groups)
		}
		a.grow(a.table.n)
	}
	if err := a.update(fc, b, sel, groups); err != nil {
		return err
	}
	if a.table != nil && !spill.active() && !a.reserve() {
		return spill.activate(c, a)
	}
	return nil
}

// update feeds rows to the groups they belong to.
func (a *aggregator) update(fc *fn.Context, b *vec.Batch, sel vec.Sel, groups []int32) error {
	for _, f := range a.funcs {
		if err := f.update(fc, b, sel, groups); err != nil {
			return err
		}
	}
	return nil
}

func (f *aggregateFunc) update(fc *fn.Context, b *vec.Batch, sel vec.Sel, groups []int32) error {
	if f.filter != nil {
		var err error
		if sel, err = eval.Filter(fc, f.filter, b, sel, nil); err != nil || len(sel) == 0 {
			return err
		}
	}
	args, err := f.args.eval(fc, b, sel)
	if err != nil {
		return err
	}
	if f.deferred != nil {
		return f.deferred.add(fc, b, args, sel, groups)
	}
	return at(f.acc.Update(fc, args, sel, b.Len, groups), f.Context)
}

// at adds the place in the query to an error of a function.
func at(err error, place *sparkerr.QueryContext) error {
	if e, ok := err.(*sparkerr.Error); ok && place != nil {
		return e.WithContext(place)
	}
	return err
}

// reserve asks the budget for what the groups hold by now.
func (a *aggregator) reserve() bool {
	need := a.bytes() - a.budget.held
	return need <= 0 || a.budget.grow(max(need, 1<<20))
}

func (a *aggregator) bytes() int64 {
	var n int64
	if a.table != nil {
		n = a.table.bytes()
	}
	for _, f := range a.funcs {
		n += f.acc.Bytes()
		if f.deferred != nil {
			n += f.deferred.bytes()
		}
	}
	return n
}

// merge takes over the groups of other.
func (a *aggregator) merge(c *Context, other *aggregator) error {
	scratch := c.Alloc.NewArena()
	defer scratch.Release()
	fc := c.fnContext(scratch)
	into := []int32{0}
	if a.table != nil {
		into = make([]int32, other.n)
		for from := 0; from < other.n; from += vec.BatchRows {
			if err := c.Err(); err != nil {
				return err
			}
			to := min(other.n, from+vec.BatchRows)
			part := c.Alloc.NewArena()
			a.table.groups(other.table.columns(part, from, to), nil, to-from, into[from:to])
			part.Release()
		}
		a.grow(a.table.n)
	}
	for i, f := range a.funcs {
		if f.deferred != nil {
			if err := f.deferred.merge(c, other.funcs[i].deferred, into); err != nil {
				return err
			}
			continue
		}
		if err := at(f.acc.Merge(fc, other.funcs[i].acc, into), f.Context); err != nil {
			return err
		}
	}
	return nil
}

// finish feeds the deferred rows.
func (a *aggregator) finish(c *Context) error {
	for _, f := range a.funcs {
		if f.deferred != nil {
			if err := f.deferred.feed(c, f.acc); err != nil {
				return at(err, f.Context)
			}
		}
	}
	return nil
}

func (a *aggregator) close() {
	a.table.release()
	for _, f := range a.funcs {
		f.acc.Close()
		if f.deferred != nil {
			f.deferred.close()
		}
	}
	a.budget.close()
}

// groups puts out the groups of an aggregator, then what more yields.
type groups struct {
	mu   sync.Mutex
	a    *aggregator
	at   int
	seq  int64
	more func(c *Context) (*aggregator, error) // the next aggregator, nil at the end; nil: there is none
	free func()
}

func newGroups(a *aggregator, more func(c *Context) (*aggregator, error)) *groups {
	return &groups{a: a, more: more}
}

func (g *groups) next(c *Context, _ int) (*vec.Batch, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.a != nil {
		if g.at < g.a.n {
			from, to := g.at, min(g.a.n, g.at+vec.BatchRows)
			g.at = to
			return g.batch(c, from, to)
		}
		g.a.close()
		g.a, g.at = nil, 0
		if g.more != nil {
			var err error
			if g.a, err = g.more(c); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

func (g *groups) batch(c *Context, from, to int) (*vec.Batch, error) {
	out := c.Alloc.NewBatch(to - from)
	out.Seq = g.seq
	g.seq++
	if g.a.table != nil {
		out.Keep(g.a.table.arena)
		out.Cols = g.a.table.columns(out.Arena, from, to)
	}
	fc := c.fnContext(out.Arena)
	for _, f := range g.a.funcs {
		v, err := f.acc.Result(fc, from, to-from)
		if err != nil {
			out.Release()
			return nil, at(err, f.Context)
		}
		out.Cols = append(out.Cols, v)
	}
	return out, nil
}

func (g *groups) close() {
	if g.a != nil {
		g.a.close()
		g.a = nil
	}
	if g.free != nil {
		g.free()
	}
}
