package ops

import (
	"slices"

	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/scan"
	"github.com/flintlake/flintlake/internal/vec"
)

// worker changes whole files, one after the other.
type worker struct {
	*mergeRun
	env      *Env
	matcher  *matcher
	probe    []int // ordinals of the columns that finding changes reads
	updaters []*updater
	kept     []int    // ordinals of the columns that new versions of rows are made of
	changes  []change // scratch
	sinks    *sinkSet
}

func (r *mergeRun) newWorker(env *Env) (*worker, error) {
	w := &worker{mergeRun: r, env: env}
	refs := map[expr.AttributeID]bool{}
	note := func(es ...expr.Expr) {
		for _, e := range es {
			if e != nil {
				expr.AddReferences(e, refs)
			}
		}
	}
	note(r.join.target...)
	note(r.join.targetOnly...)
	note(r.join.residual...)
	for _, cl := range r.clauses {
		note(cl.Condition)
	}
	var columns []*expr.Attribute
	for i, a := range r.attrs {
		if refs[a.ID] {
			w.probe = append(w.probe, i)
			columns = append(columns, a)
		}
	}
	m, err := r.newMatcher(columns)
	if err != nil {
		return nil, err
	}
	w.matcher = m
	for _, cl := range r.clauses {
		var u *updater
		if cl.Action == plan.MergeUpdate {
			if u, err = newUpdater(cl, r.attrs, r.source.attrs); err != nil {
				return nil, err
			}
			for i, v := range cl.Values {
				u.moves = u.moves || v != nil && r.metadata().IsPartitionColumn(r.goal.Schema.Fields[i].Name)
			}
		}
		w.updaters = append(w.updaters, u)
	}
	w.kept = w.keptColumns()
	return w, nil
}

// newMatcher compiles ON and the clause conditions over the given target columns.
func (r *mergeRun) newMatcher(columns []*expr.Attribute) (*matcher, error) {
	m := &matcher{source: r.source, columns: columns, duplicates: &r.duplicates, never: len(r.source.admitted) == 0}
	var err error
	if on := expr.AndAll(r.join.targetOnly); on != nil {
		if m.targetOnly, err = eval.Compile(on, columns); err != nil {
			return nil, err
		}
	}
	if m.keys, err = compileAll(r.join.target, columns); err != nil {
		return nil, err
	}
	if m.residual, err = newPairEvaluator(expr.AndAll(r.join.residual), columns, r.source.attrs); err != nil {
		return nil, err
	}
	for _, cl := range r.merge.Matched {
		p, err := newPairEvaluator(cl.Condition, columns, r.source.attrs)
		if err != nil {
			return nil, err
		}
		m.matched = append(m.matched, p)
		m.clauses = append(m.clauses, clause{MergeClause: cl})
	}
	for _, cl := range r.merge.BySource {
		c := clause{MergeClause: cl, bySource: true}
		if cl.Condition != nil {
			if c.condition, err = eval.Compile(cl.Condition, columns); err != nil {
				return nil, err
			}
		}
		m.clauses = append(m.clauses, c)
	}
	if r.seen != nil {
		m.seen = make([]uint64, len(r.seen))
	}
	m.firingOnly = len(r.merge.BySource)+len(r.merge.NotMatched) == 0 || len(r.merge.BySource)+len(r.merge.Matched) == 0
	m.deleteOnly = len(r.merge.Matched) == 1 && r.merge.Matched[0].Condition == nil && r.merge.Matched[0].Action == plan.MergeDelete
	return m, nil
}

// file finds the changes of one file and writes them.
func (w *worker) file(f *log.AddFile) error {
	changes, live, err := w.find(f)
	if err != nil || len(changes) == 0 || w.duplicates.found {
		return err
	}
	w.count(changes)
	switch {
	case int64(len(changes)) == live && !slices.ContainsFunc(changes, w.updates) && !w.cdf:
		w.out.remove(f)
		return nil
	case w.dvs:
		return w.markFile(f, changes)
	}
	return w.rewriteFile(f, changes)
}

// updates tells whether a change writes a new version of its row.
func (w *worker) updates(c change) bool { return w.clauses[c.clause].Action == plan.MergeUpdate }

// find gives the changes of a file in row order, and how many live rows it has.
func (w *worker) find(f *log.AddFile) (changes []change, live int64, err error) {
	in, err := w.table.OpenFile(w.env.Context, f, w.probe, scan.FileOptions{})
	if err != nil {
		return nil, 0, err
	}
	defer in.Close()
	w.changes = w.changes[:0]
	for {
		b, base, err := in.Next()
		if err != nil {
			return nil, 0, err
		}
		if b == nil {
			return w.changes, live, nil
		}
		live += int64(b.Rows())
		c := w.env.context()
		w.changes, err = w.matcher.batch(c, b, base, w.changes)
		c.Release()
		b.Release()
		if err != nil {
			return nil, 0, err
		}
	}
}

// count adds the changes to the metrics.
func (w *worker) count(changes []change) {
	perClause := make([]int64, len(w.clauses))
	for _, c := range changes {
		perClause[c.clause]++
	}
	for i, n := range perClause {
		if n > 0 {
			w.stats.changed(w.clauses[i].Action == plan.MergeDelete, i >= len(w.merge.Matched), n)
		}
	}
}

// rewriteFile writes a file anew without its deleted rows and with new versions of its updated rows.
func (w *worker) rewriteFile(f *log.AddFile, changes []change) error {
	in, err := w.table.OpenFile(w.env.Context, f, allOrdinals(len(w.attrs)), scan.FileOptions{})
	if err != nil {
		return err
	}
	defer in.Close()
	file := w.out.file(f.PartitionValues)
	for {
		b, base, err := in.Next()
		if err != nil {
			return err
		}
		if b == nil {
			break
		}
		n := 0
		for n < len(changes) && changes[n].row < base+int64(b.Len) {
			n++
		}
		err = w.rewriteBatch(file, b, base, changes[:n])
		b.Release()
		if err != nil {
			return err
		}
		changes = changes[n:]
	}
	if err := file.finish(); err != nil {
		return err
	}
	w.out.remove(f)
	return nil
}

// rewriteBatch passes unchanged rows through and writes the new versions of updated ones after them.
func (w *worker) rewriteBatch(file *fileSink, b *vec.Batch, base int64, changes []change) error {
	keep := b.Sel
	if keep == nil {
		keep = vec.All(b.Len)
	}
	if len(changes) > 0 {
		rows := make(vec.Sel, len(changes))
		for i, c := range changes {
			rows[i] = int32(c.row - base)
		}
		keep = without(keep, rows)
	}
	c := w.holding(b)
	defer c.Release()
	if len(keep) > 0 {
		out := batchOf(c, b.Len, w.widen(c, b))
		out.Sel = keep
		w.stats.add("numTargetRowsCopied", int64(len(keep)))
		if err := file.write(out); err != nil {
			return err
		}
	}
	return w.writeChanged(c, file, b, base, changes)
}

// holding is a context for making rows out of b and the source. Writers keep rows for a while, and with them what their text points to.
func (w *worker) holding(b *vec.Batch) *fn.Context {
	c := w.env.context()
	c.Keep(b)
	if w.source.arena != nil {
		c.Keep(w.source.arena)
	}
	return c
}

// widen adds the columns and fields that the table gets by this command, as nulls.
func (w *worker) widen(c *fn.Context, b *vec.Batch) []*vec.Vector {
	fields := w.goal.Schema.Fields
	cols := conformed(c, b.Cols, w.attrs, w.goal.Schema)
	for i := len(cols); i < len(fields); i++ {
		cols = append(cols[:i:i], vec.NullVector(c.Arena, fields[i].Type, b.Len))
	}
	return cols
}

// markFile writes a deletion vector for the changed rows of a file and the new versions of updated ones to other files.
func (w *worker) markFile(f *log.AddFile, changes []change) error {
	var rewritten []change
	for _, c := range changes {
		if w.cdf || w.updates(c) {
			rewritten = append(rewritten, c)
		}
	}
	if len(rewritten) > 0 {
		if err := w.rewriteRows(f, rewritten); err != nil {
			return err
		}
	}
	rows := make([]int64, len(changes))
	for i, c := range changes {
		rows[i] = c.row
	}
	w.out.mark(f, rows)
	return nil
}

// rewriteRows writes the new versions of some rows of a file. Of the file it reads only the columns that the new values need, and nothing at
// all where every column comes from the source.
func (w *worker) rewriteRows(f *log.AddFile, changes []change) error {
	if len(w.kept) == 0 {
		for len(changes) > 0 {
			n := min(len(changes), vec.BatchRows)
			b := w.env.Alloc.NewBatch(n)
			b.Cols = make([]*vec.Vector, len(w.attrs))
			part := slices.Clone(changes[:n])
			for i := range part {
				part[i].row = int64(i)
			}
			err := w.rewriteBatchRows(b, 0, part)
			if err != nil {
				return err
			}
			changes = changes[n:]
		}
		return nil
	}
	rows := make([]int64, len(changes))
	for i, c := range changes {
		rows[i] = c.row
	}
	in, err := w.table.OpenFile(w.env.Context, f, w.kept, scan.FileOptions{Rows: rows})
	if err != nil {
		return err
	}
	defer in.Close()
	for {
		b, base, err := in.Next()
		if err != nil || b == nil {
			return err
		}
		cols := make([]*vec.Vector, len(w.attrs))
		for i, k := range w.kept {
			cols[k] = b.Cols[i]
		}
		b.Cols = cols
		for len(changes) > 0 && changes[0].row < base {
			changes = changes[1:]
		}
		n := 0
		for n < len(changes) && changes[n].row < base+int64(b.Len) {
			n++
		}
		if err := w.rewriteBatchRows(b, base, changes[:n]); err != nil {
			return err
		}
		changes = changes[n:]
	}
}

// rewriteBatchRows writes the new versions of rows of a batch, which it releases.
func (w *worker) rewriteBatchRows(b *vec.Batch, base int64, changes []change) error {
	c := w.holding(b)
	err := w.writeChanged(c, nil, b, base, changes)
	c.Release()
	b.Release()
	return err
}

// keptColumns are the ordinals of the target columns that new versions of rows are made of: those that an update keeps or reads, and all
// where change rows are written.
func (w *worker) keptColumns() []int {
	if w.cdf {
		return allOrdinals(len(w.attrs))
	}
	needed := make([]bool, len(w.attrs))
	for _, u := range w.updaters {
		if u == nil {
			continue
		}
		for _, i := range u.targets {
			needed[i] = true
		}
		for i := range needed {
			needed[i] = needed[i] || i >= len(u.evs) || u.evs[i] == nil
		}
	}
	var out []int
	for i, n := range needed {
		if n {
			out = append(out, i)
		}
	}
	return out
}

// writeChanged writes the new versions of the updated rows of a batch, and change rows where the table keeps them. New versions go to file;
// to the files of their own partitions when file is nil or the clause may move them.
func (w *worker) writeChanged(c *fn.Context, file *fileSink, b *vec.Batch, base int64, changes []change) error {
	for k, cl := range w.clauses {
		var ps pairs
		for _, ch := range changes {
			if int(ch.clause) == k {
				ps.add(int32(ch.row-base), ch.source)
			}
		}
		if len(ps.target) == 0 {
			continue
		}
		if cl.Action == plan.MergeDelete {
			if err := w.out.changed("delete", gatherAll(c, w.widen(c, b), ps.target)); err != nil {
				return err
			}
			continue
		}
		values, err := w.updaters[k].values(c, b, w.source, &ps, w.goal)
		if err != nil {
			return err
		}
		if w.cdf {
			if err := w.out.changed("update_preimage", gatherAll(c, w.widen(c, b), ps.target)); err != nil {
				return err
			}
			if err := w.out.changed("update_postimage", batchOf(c, len(ps.target), values)); err != nil {
				return err
			}
		}
		out := batchOf(c, len(ps.target), values)
		if file == nil || w.updaters[k].moves {
			err = w.sinks.write(out)
		} else if err = w.out.checks.validate(out); err == nil {
			err = file.write(out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func gatherAll(c *fn.Context, cols []*vec.Vector, rows []int32) *vec.Batch {
	out := make([]*vec.Vector, len(cols))
	for i, v := range cols {
		out[i] = vec.Gather(c.Arena, v, rows)
	}
	return batchOf(c, len(rows), out)
}

func allOrdinals(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// updater computes the new versions of rows by one UPDATE clause.
type updater struct {
	targets, sources []int // columns the values read
	evs              []eval.Evaluator
	moves            bool // a partition column is assigned
}

func newUpdater(cl logical.MergeClause, target, source []*expr.Attribute) (*updater, error) {
	u := &updater{}
	refs := map[expr.AttributeID]bool{}
	for _, v := range cl.Values {
		if v != nil {
			expr.AddReferences(v, refs)
		}
	}
	var input []*expr.Attribute
	for i, a := range target {
		if refs[a.ID] {
			u.targets = append(u.targets, i)
			input = append(input, a)
		}
	}
	for i, a := range source {
		if refs[a.ID] {
			u.sources = append(u.sources, i)
			input = append(input, a)
		}
	}
	var err error
	u.evs, err = compileAll(cl.Values, input)
	return u, err
}

// values gives one vector per column of the goal's schema for the pairs; b holds all present columns.
func (u *updater) values(c *fn.Context, b *vec.Batch, s *source, ps *pairs, goal logical.Target) ([]*vec.Vector, error) {
	n := len(ps.target)
	in := batchOf(c, n, nil)
	for _, i := range u.targets {
		in.Cols = append(in.Cols, vec.Gather(c.Arena, b.Cols[i], ps.target))
	}
	for _, i := range u.sources {
		in.Cols = append(in.Cols, vec.Gather(c.Arena, s.columns[i], ps.source))
	}
	out := make([]*vec.Vector, len(goal.Schema.Fields))
	for i := range out {
		var err error
		switch {
		case i < len(u.evs) && u.evs[i] != nil:
			out[i], err = u.evs[i].Eval(c, in, nil)
		case i < len(b.Cols):
			out[i] = conform(c, vec.Gather(c.Arena, b.Cols[i], ps.target), goal.Attrs[i].DataType, goal.Schema.Fields[i].Type)
		default:
			out[i] = vec.NullVector(c.Arena, goal.Schema.Fields[i].Type, n)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
