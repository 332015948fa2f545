package exec

import (
	"sync"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// joinFeed builds the table when the first worker asks; then every worker probes with its own batches. The last worker to finish puts
// out the build rows that outer joins keep.
type joinFeed struct {
	node         *Join
	keyed        *keyed
	build, probe Feed
	probers      []*prober

	once  sync.Once
	err   error
	table *joinTable
	held  *collector
	grace *graceJoin // nil: all of the build side is in table

	mu     sync.Mutex
	active int
	tail   bool // somebody puts out the kept build rows
}

func (f *joinFeed) Next(c *Context, worker int) (*vec.Batch, error) {
	f.once.Do(func() {
		defer func() {
			if p := recover(); p != nil {
				f.err = panicError(p)
			}
		}()
		f.err = f.prepare(c)
	})
	if f.err != nil {
		return nil, f.err
	}
	if f.grace != nil {
		return f.grace.next(c)
	}
	p := f.probers[worker]
	return p.next(c, worker, f.probe)
}

// prepare runs the build side to its end.
func (f *joinFeed) prepare(c *Context) error {
	f.held = newCollector(c, f.keyed.columns)
	var grace *graceJoin
	var mu sync.Mutex
	err := drain(c, f.build, func(w int, b *vec.Batch) error {
		b, err := f.keyed.add(c, w, b)
		if err != nil {
			return err
		}
		if f.held.add(b) {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		if grace == nil {
			if grace, err = newGraceJoin(c, f); err != nil {
				b.Release()
				return err
			}
		}
		f.held.keep(b)
		return grace.spillBuild(c, f.held.takeAll())
	})
	f.grace = grace
	if err != nil {
		return err
	}
	if grace == nil && !f.held.budget.grow(indexBytes(f.held.n)) {
		if f.grace, err = newGraceJoin(c, f); err != nil {
			return err
		}
	}
	if f.grace != nil {
		if err := f.grace.spillBuild(c, f.held.takeAll()); err != nil {
			return err
		}
		return f.grace.spillProbe(c, f.probe)
	}
	r, err := f.held.rows(c)
	if err != nil {
		return err
	}
	f.table = newJoinTable(f.node, f.keyed, r)
	for _, p := range f.probers {
		p.use(f.table)
	}
	return nil
}

// enter and leave count the workers that probe; leave is true for the one that puts out the kept build rows.
func (f *joinFeed) enter() {
	f.mu.Lock()
	f.active++
	f.mu.Unlock()
}

func (f *joinFeed) leave() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.active--
	if f.active > 0 || f.tail || !f.node.Kind.needsBuildMarks() {
		return false
	}
	f.tail = true
	return true
}

func (f *joinFeed) Close() error {
	for _, p := range f.probers {
		p.release()
	}
	f.table.release()
	if f.grace != nil {
		f.grace.close()
	}
	if f.held != nil {
		f.held.close()
	}
	err := f.build.Close()
	if e := f.probe.Close(); err == nil {
		err = e
	}
	return err
}

// prober is one worker's way through a probe batch, in chunks of at most BatchRows pairs.
type prober struct {
	f        *joinFeed
	t        *joinTable
	keys     evaluators
	residual eval.Evaluator // nil: none
	out      []int          // places of the output among the columns of both sides, nil: all
	need     []bool         // by column of both sides: it is put out or read by the residual

	b       *vec.Batch // being probed
	sel     vec.Sel
	at      int   // position in sel
	chain   int32 // next build row for that position, -1: none, -2: not started
	heads   []int32
	hashes  []uint64
	matched []bool // by row; what outer, semi, anti and mark joins put out
	left    []int32
	right   []int32

	entered, done bool
	seq           int64
	kept          int // build rows looked at for outer joins
	dumping       bool
}

func newProber(f *joinFeed) (*prober, error) {
	p := &prober{f: f}
	var err error
	if p.keys, err = compileAll(f.node.LeftKeys, f.node.Left.Columns()); err != nil {
		return nil, err
	}
	all := f.node.pairs()
	p.need = make([]bool, len(all))
	for i := range p.need {
		p.need[i] = f.node.Outputs == nil
	}
	if f.node.Outputs != nil && f.node.Kind.EmitsPairs() {
		list := make([]expr.Expr, len(f.node.Outputs))
		for i, a := range f.node.Outputs {
			list[i] = a
		}
		var ok bool
		if p.out, ok = columnsOf(list, all); !ok {
			return nil, sparkerr.Internal("a join puts out a column that it does not have")
		}
		for _, k := range p.out {
			p.need[k] = true
		}
	}
	if f.node.Residual != nil {
		refs := expr.References(f.node.Residual)
		for i, a := range all {
			p.need[i] = p.need[i] || refs[a.ID]
		}
		p.residual, err = eval.Compile(f.node.Residual, all)
	}
	return p, err
}

// picked drops the columns that are not put out.
func (p *prober) picked(b *vec.Batch) *vec.Batch {
	if p.out == nil {
		return b
	}
	cols := make([]*vec.Vector, len(p.out))
	for i, k := range p.out {
		cols[i] = b.Cols[k]
	}
	b.Cols = cols
	return b
}

// use starts probing a table.
func (p *prober) use(t *joinTable) {
	p.t, p.entered, p.done, p.dumping, p.kept = t, false, false, false, 0
}

func (p *prober) release() {
	if p.b != nil {
		p.b.Release()
		p.b = nil
	}
}

// next is the next output batch, nil when the probe side has ended for this worker.
func (p *prober) next(c *Context, worker int, probe Feed) (*vec.Batch, error) {
	if !p.entered {
		p.entered = true
		p.f.enter()
	}
	for !p.done {
		if p.dumping {
			return p.dump(c)
		}
		if p.b == nil {
			b, err := probe.Next(c, worker)
			if err != nil {
				return nil, err
			}
			if b == nil {
				p.dumping = p.f.leave()
				p.done = !p.dumping
				continue
			}
			if b.Rows() == 0 {
				b.Release()
				continue
			}
			p.seq = max(p.seq, b.Seq)
			if err := p.begin(c, b); err != nil {
				return nil, err
			}
		}
		out, err := p.step(c)
		if out != nil || err != nil {
			return out, err
		}
	}
	return nil, nil
}

// begin looks up the keys of a probe batch, which it takes over.
func (p *prober) begin(c *Context, b *vec.Batch) error {
	p.b, p.sel, p.at, p.chain = b, vec.SelOrAll(b.Sel, b.Len), 0, -2
	if cap(p.heads) < b.Len {
		p.heads, p.hashes, p.matched = make([]int32, b.Len), make([]uint64, b.Len), make([]bool, b.Len)
	}
	p.heads, p.hashes, p.matched = p.heads[:b.Len], p.hashes[:b.Len], p.matched[:b.Len]
	clear(p.matched)
	first := int32(-1)
	if p.t.rows.n > 0 {
		first = 0
	}
	if len(p.keys) == 0 {
		for _, r := range p.sel {
			p.heads[r] = first
		}
		return nil
	}
	scratch := c.Alloc.NewArena()
	defer scratch.Release()
	keys, err := p.keys.eval(c.fnContext(scratch), b, b.Sel)
	if err != nil {
		return err
	}
	p.t.heads(keys, b.Sel, b.Len, p.hashes, p.heads)
	if p.f.node.NullAware {
		p.sel = p.nullAware(keys[0])
	}
	return nil
}

// nullAware drops what NOT IN drops: everything if the right side holds a null, left nulls unless the right side is empty.
func (p *prober) nullAware(key *vec.Vector) vec.Sel {
	switch {
	case p.t.total == 0:
		return p.sel
	case p.t.hasNull:
		return vec.Sel{}
	}
	out := make(vec.Sel, 0, len(p.sel))
	for _, r := range p.sel {
		if !key.IsNull(int(r)) {
			out = append(out, r)
		}
	}
	return out
}

// successor is the build row after r that pairs with the same left row.
func (p *prober) successor(r int32) int32 {
	if len(p.keys) > 0 {
		return p.t.next[r]
	}
	if int(r)+1 < p.t.rows.n {
		return r + 1
	}
	return -1
}

// step makes the next output of the batch being probed; nil and no error when there is nothing in this step.
func (p *prober) step(c *Context) (*vec.Batch, error) {
	if p.residual == nil && !p.f.node.Single && !p.f.node.Kind.EmitsPairs() {
		return p.direct(c)
	}
	if p.at < len(p.sel) {
		p.pairs()
		return p.chunk(c)
	}
	return p.finish(c)
}

// direct decides semi, anti and mark joins from the look-up alone.
func (p *prober) direct(c *Context) (*vec.Batch, error) {
	marks := p.f.node.Kind.needsBuildMarks()
	for _, r := range p.sel {
		p.matched[r] = p.heads[r] >= 0
		if marks {
			for k := p.heads[r]; k >= 0; k = p.successor(k) {
				p.t.matched[k].Store(true)
			}
		}
	}
	return p.finish(c)
}

// pairs fills left and right with the next pairs. Rows without a match pair with -1 where they are kept and no residual can change that.
func (p *prober) pairs() {
	p.left, p.right = p.left[:0], p.right[:0]
	keep := p.f.node.Kind.keepsLeft() && p.residual == nil
	for p.at < len(p.sel) {
		r := p.sel[p.at]
		if p.chain == -2 {
			p.chain = p.heads[r]
			if p.chain < 0 && keep {
				p.left, p.right = append(p.left, r), append(p.right, -1)
			}
		}
		for p.chain >= 0 && len(p.left) < vec.BatchRows {
			p.left, p.right = append(p.left, r), append(p.right, p.chain)
			p.chain = p.successor(p.chain)
		}
		if p.chain < 0 {
			p.at, p.chain = p.at+1, -2
		}
		if len(p.left) >= vec.BatchRows {
			return
		}
	}
}

// chunk applies the residual to the pairs and puts them out, or notes which rows matched.
func (p *prober) chunk(c *Context) (*vec.Batch, error) {
	if len(p.left) == 0 {
		return nil, nil
	}
	n := p.f.node
	out := p.pairBatch(c, p.left, p.right)
	var sel vec.Sel
	if p.residual != nil {
		scratch := c.Alloc.NewArena()
		var err error
		sel, err = eval.Filter(c.fnContext(scratch), p.residual, out, nil, nil)
		scratch.Release()
		if err != nil {
			out.Release()
			return nil, err
		}
	}
	for _, k := range vec.SelOrAll(sel, out.Len) {
		if p.residual != nil && sel == nil {
			break
		}
		l, r := p.left[k], p.right[k]
		if r < 0 {
			continue
		}
		if n.Single && p.matched[l] {
			out.Release()
			return nil, sparkerr.New("SCALAR_SUBQUERY_TOO_MANY_ROWS")
		}
		p.matched[l] = true
		if p.t.matched != nil && !p.t.matched[r].Load() {
			p.t.matched[r].Store(true)
		}
	}
	if !n.Kind.EmitsPairs() || p.residual != nil && len(sel) == 0 {
		out.Release()
		return nil, nil
	}
	if p.residual != nil && len(sel) < out.Len {
		out.Sel = sel
	}
	return p.picked(out), nil
}

// pairBatch gathers pairs of rows; -1 gives nulls.
func (p *prober) pairBatch(c *Context, left, right []int32) *vec.Batch {
	out := c.Alloc.NewBatch(len(left))
	out.Seq = p.seq
	out.Keep(p.b)
	out.Keep(p.t.rows.arena)
	for i, v := range p.b.Cols {
		out.Cols = append(out.Cols, p.gather(out, i, v, left))
	}
	for i, v := range p.t.rows.cols[:p.t.width] {
		out.Cols = append(out.Cols, p.gather(out, len(p.b.Cols)+i, v, right))
	}
	return out
}

// gather leaves out columns that nobody reads.
func (p *prober) gather(out *vec.Batch, column int, v *vec.Vector, rows []int32) *vec.Vector {
	if !p.need[column] {
		return nil
	}
	return vec.Gather(out.Arena, v, rows)
}

// finish ends a probe batch with what its rows put out as a whole.
func (p *prober) finish(c *Context) (*vec.Batch, error) {
	b := p.b
	p.b = nil
	switch p.f.node.Kind {
	case LeftSemiJoin:
		return p.choose(b, true), nil
	case LeftAntiJoin:
		return p.choose(b, false), nil
	case MarkJoin:
		return p.mark(c, b), nil
	case LeftOuterJoin, FullOuterJoin:
		if p.residual != nil {
			return p.unmatchedLeft(c, b), nil
		}
	}
	b.Release()
	return nil, nil
}

// choose selects the rows with or without a match.
func (p *prober) choose(b *vec.Batch, with bool) *vec.Batch {
	sel := make(vec.Sel, 0, len(p.sel))
	for _, r := range p.sel {
		if p.matched[r] == with {
			sel = append(sel, r)
		}
	}
	if len(sel) == 0 {
		b.Release()
		return nil
	}
	out := selected(b, sel)
	return out
}

// mark adds the column that tells which rows matched.
func (p *prober) mark(c *Context, b *vec.Batch) *vec.Batch {
	out := c.Alloc.NewBatch(b.Len)
	out.Keep(b)
	b.Release()
	out.Sel, out.Seq = b.Sel, b.Seq
	flags := vec.AllocOf[bool](out.Arena, b.Len)
	copy(flags, p.matched)
	out.Cols = append(b.Cols[:len(b.Cols):len(b.Cols)], vec.FlatVector(types.Boolean, flags, nil))
	return out
}

// unmatchedLeft puts out the rows without a match beside nulls.
func (p *prober) unmatchedLeft(c *Context, b *vec.Batch) *vec.Batch {
	out := p.choose(b, false)
	if out == nil {
		return nil
	}
	wide := c.Alloc.NewBatch(out.Len)
	wide.Keep(out)
	out.Release()
	wide.Sel, wide.Seq = out.Sel, out.Seq
	wide.Cols = append(wide.Cols, out.Cols...)
	for _, v := range p.t.rows.cols[:p.t.width] {
		wide.Cols = append(wide.Cols, vec.NullVector(wide.Arena, v.Type, out.Len))
	}
	return p.picked(wide)
}

// dump puts out the build rows that the join kind keeps, after all workers have probed.
func (p *prober) dump(c *Context) (*vec.Batch, error) {
	n := p.f.node
	want := n.Kind == RightSemiJoin
	idx := make([]int32, 0, vec.BatchRows)
	for ; p.kept < p.t.rows.n && len(idx) < vec.BatchRows; p.kept++ {
		if p.t.matched[p.kept].Load() == want {
			idx = append(idx, int32(p.kept))
		}
	}
	if len(idx) == 0 {
		p.done, p.dumping = true, false
		return nil, nil
	}
	out := c.Alloc.NewBatch(len(idx))
	out.Seq = p.seq
	out.Keep(p.t.rows.arena)
	if n.Kind == RightOuterJoin || n.Kind == FullOuterJoin {
		for _, a := range n.Left.Columns() {
			out.Cols = append(out.Cols, vec.NullVector(out.Arena, a.DataType, len(idx)))
		}
	}
	for _, v := range p.t.rows.cols[:p.t.width] {
		out.Cols = append(out.Cols, vec.Gather(out.Arena, v, idx))
	}
	return p.picked(out), nil
}
