package ops

import (
	"sync"
	"sync/atomic"

	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/vec"
	"golang.org/x/sync/errgroup"
)

// Merge runs a resolved MERGE and commits it.
//
//	source ─▶ memory, index by key
//	files that may match ─▶ per file: changes ─▶ written at once (new files, or new rows and a deletion vector)
//	source rows that matched nothing ─▶ insert clauses ─▶ new files
//	commit
func Merge(env *Env, m *logical.Merge) (Counts, error) {
	t, err := begin(env, m.Target)
	if err != nil {
		return Counts{}, err
	}
	run := &mergeRun{target: t, merge: m, stats: newMetrics()}
	run.finish = run.commit
	return run.execute()
}

// mergeRun is one execution of a MERGE, or of an UPDATE or DELETE, which are by-source clauses over an empty source.
type mergeRun struct {
	*target
	merge  *logical.Merge
	source *source
	join   joinCondition
	// clauses are the matched clauses, then the by-source clauses; changes name them by position.
	clauses    []logical.MergeClause
	duplicates duplicates
	out        *output
	stats      *metrics
	finish     func() error // commits

	matched atomic.Bool // Delta would find a file to rewrite, whether or not a row changes

	mu   sync.Mutex
	seen []uint64 // source rows that matched, when there are insert clauses
}

func (r *mergeRun) execute() (counts Counts, err error) {
	ctx := r.env.context()
	defer ctx.Release()
	if err := r.prepareSource(ctx); err != nil {
		return Counts{}, err
	}
	defer r.source.close()
	r.clauses = append(append(r.clauses, r.merge.Matched...), r.merge.BySource...)
	r.out = newOutput(r.target, r.stats)
	defer func() {
		if err != nil {
			r.out.abort()
		}
	}()
	if err := r.changeFiles(); err != nil {
		return Counts{}, err
	}
	if err := r.insertRows(ctx); err != nil {
		return Counts{}, err
	}
	if err := r.out.close(); err != nil {
		return Counts{}, err
	}
	return r.stats.counts(), r.finish()
}

// prepareSource evaluates the source once and indexes it.
func (r *mergeRun) prepareSource(c *fn.Context) error {
	if r.merge.Source == nil {
		r.source = &source{}
		return nil
	}
	physical, err := r.env.Plan(r.merge.Source)
	if err != nil {
		return err
	}
	attrs := r.merge.Source.Output()
	done := r.stats.timer("materializeSourceTimeMs")
	r.source, err = materialize(r.env.Context, physical, attrs)
	if err != nil {
		return err
	}
	done()
	r.stats.add("numSourceRows", int64(r.source.rows))
	r.join = splitCondition(r.merge.Condition, idSet(r.attrs), idSet(attrs))
	if len(r.merge.NotMatched) > 0 {
		r.seen = make([]uint64, (r.source.rows+63)/64)
	}
	return r.source.buildIndex(c, r.join)
}

// candidates are the files that may hold a row that some clause changes.
func (r *mergeRun) candidates() ([]*log.AddFile, error) {
	if len(r.merge.BySource) == 0 {
		if r.source.rows == 0 || len(r.merge.Matched) == 0 && len(r.merge.NotMatched) == 0 {
			return nil, nil
		}
		return r.files(r.env, append(r.keyBounds(), r.join.targetOnly...))
	}
	// A row is reached as a match, or by a by-source clause whose condition holds.
	var reach expr.Expr
	for _, cl := range r.merge.BySource {
		if cl.Condition == nil {
			return r.files(r.env, nil)
		}
		reach = or(reach, cl.Condition)
	}
	if r.merge.Source != nil && len(r.merge.Matched)+len(r.merge.NotMatched) > 0 {
		on := expr.AndAll(append(r.keyBounds(), r.join.targetOnly...))
		if on == nil {
			return r.files(r.env, nil)
		}
		reach = or(reach, on)
	}
	return r.files(r.env, []expr.Expr{reach})
}

func or(a, b expr.Expr) expr.Expr {
	if a == nil {
		return b
	}
	return &expr.Or{Left: a, Right: b}
}

// changeFiles finds and writes the changes of all candidate files, several files at a time.
func (r *mergeRun) changeFiles() error {
	files, err := r.candidates()
	if err != nil {
		return err
	}
	if err := r.noteSkipping(len(files)); err != nil {
		return err
	}
	if len(files) == 0 {
		return nil
	}
	done := r.stats.timer("scanTimeMs")
	defer done()
	group, ctx := errgroup.WithContext(r.env.Context)
	env := *r.env
	exec := *r.env.Context
	exec.Context = ctx
	env.Context = &exec
	next := make(chan *log.AddFile)
	group.Go(func() error {
		defer close(next)
		for _, f := range files {
			select {
			case next <- f:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range min(r.env.Threads, len(files)) {
		group.Go(safely(func() error {
			w, err := r.newWorker(&env)
			if err != nil {
				return err
			}
			w.sinks = r.out.take()
			defer r.out.put(w.sinks)
			defer r.collect(w.matcher)
			for f := range next {
				if err := w.file(f); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return r.duplicates.err(r.source)
}

// collect adds what a worker saw of the source to the whole.
func (r *mergeRun) collect(m *matcher) {
	if m.any && len(r.merge.Matched) > 0 || len(r.merge.BySource) > 0 {
		r.matched.Store(true)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, w := range m.seen {
		r.seen[i] |= w
	}
}

// insertRows lets the insert clauses act on the source rows that matched no target row.
func (r *mergeRun) insertRows(c *fn.Context) error {
	if len(r.merge.NotMatched) == 0 || r.source.rows == 0 {
		return nil
	}
	ev, err := newInserter(r.merge.NotMatched, r.source.attrs)
	if err != nil {
		return err
	}
	sel := make(vec.Sel, 0, vec.BatchRows)
	flush := func() error {
		if len(sel) == 0 {
			return nil
		}
		err := r.insertSome(ev, sel)
		sel = sel[:0]
		return err
	}
	for s := range r.source.rows {
		if r.seen[s>>6]>>(s&63)&1 == 0 {
			if sel = append(sel, int32(s)); len(sel) == vec.BatchRows {
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	return flush()
}

// inserter holds the compiled insert clauses.
type inserter struct {
	clauses    []logical.MergeClause
	conditions []eval.Evaluator
	values     [][]eval.Evaluator
}

func newInserter(clauses []logical.MergeClause, input []*expr.Attribute) (*inserter, error) {
	n := &inserter{clauses: clauses, conditions: make([]eval.Evaluator, len(clauses)), values: make([][]eval.Evaluator, len(clauses))}
	for i, cl := range clauses {
		var err error
		if cl.Condition != nil {
			if n.conditions[i], err = eval.Compile(cl.Condition, input); err != nil {
				return nil, err
			}
		}
		if n.values[i], err = compileAll(cl.Values, input); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// compileAll compiles expressions; nil ones stay nil.
func compileAll(es []expr.Expr, input []*expr.Attribute) ([]eval.Evaluator, error) {
	out := make([]eval.Evaluator, len(es))
	for i, e := range es {
		if e == nil {
			continue
		}
		var err error
		if out[i], err = eval.Compile(e, input); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// insertSome inserts up to a batch of source rows.
func (r *mergeRun) insertSome(n *inserter, rows vec.Sel) error {
	c := r.env.context()
	defer c.Release()
	c.Keep(r.source.arena)
	cols := make([]*vec.Vector, len(r.source.columns))
	for i, v := range r.source.columns {
		cols[i] = vec.Gather(c.Arena, v, rows)
	}
	b := batchOf(c, len(rows), cols)
	rest := vec.Sel(vec.All(len(rows)))
	for i, cl := range n.clauses {
		hit := rest
		if n.conditions[i] != nil {
			var err error
			if hit, err = eval.Filter(c, n.conditions[i], b, rest, nil); err != nil {
				return err
			}
		}
		rest = without(rest, hit)
		if len(hit) == 0 || cl.Action != plan.MergeInsert {
			continue
		}
		values := make([]*vec.Vector, len(n.values[i]))
		for k, ev := range n.values[i] {
			var err error
			if ev == nil {
				values[k], err = r.out.identity.next(c, k, len(rows), hit)
			} else {
				values[k], err = ev.Eval(c, b, hit)
			}
			if err != nil {
				return err
			}
		}
		r.stats.add("numTargetRowsInserted", int64(len(hit)))
		out := batchOf(c, len(rows), values)
		out.Sel = hit
		if err := r.out.insert(out); err != nil {
			return err
		}
	}
	return nil
}
