package exec

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// GroupTop keeps the first row of each group in an order: row_number() = 1 without sorting. Of equal rows the first in the source wins.
type GroupTop struct {
	Input   Node
	By      []expr.Expr
	OrderBy []expr.SortOrder
}

// Columns are the input's.
func (n *GroupTop) Columns() []*expr.Attribute { return n.Input.Columns() }

// Inputs is the one input.
func (n *GroupTop) Inputs() []Node { return []Node{n.Input} }

// Describe shows groups and order.
func (n *GroupTop) Describe() string {
	return "GroupTop 1 by " + describeList(n.By) + " order by [" + expr.OrderString(n.OrderBy) + "]"
}

// Start evaluates groups and order keys in the workers.
func (n *GroupTop) Start(c *Context) (Feed, error) {
	for _, e := range n.By {
		if err := checkCollation(e.Type()); err != nil {
			return nil, err
		}
	}
	keyed, err := newKeyed(c, n.Input.Columns(), append(append([]expr.Expr{}, n.By...), orderExprs(n.OrderBy)...))
	if err != nil {
		return nil, err
	}
	return startBreaker(c, []Node{n.Input}, func(c *Context, in []Feed) (result, error) {
		t := &topping{keyed: keyed, by: len(n.By), order: sortKeys(n.OrderBy)}
		for range c.workers() {
			t.workers = append(t.workers, &topWorker{k: newCollector(c, keyed.columns)})
		}
		r, err := t.run(c, in[0])
		if err != nil {
			t.close()
			return nil, err
		}
		return r, nil
	})
}

// topping is one run. Workers collect rows and, whenever they have several times as many as groups, drop those that have lost.
type topping struct {
	keyed   *keyed
	by      int
	order   []SortKey
	workers []*topWorker
}

type topWorker struct {
	k    *collector
	kept int // rows after the last compaction
}

const topRowsMin = 8 * vec.BatchRows

func (t *topping) run(c *Context, in Feed) (result, error) {
	err := drain(c, in, func(w int, b *vec.Batch) error {
		b, err := t.keyed.add(c, w, b)
		if err != nil {
			return err
		}
		return t.workers[w].add(c, t, b)
	})
	if err != nil {
		return nil, err
	}
	all := t.workers[0].k
	for _, w := range t.workers[1:] {
		for _, b := range w.k.batches {
			all.keep(b)
		}
		w.k.batches, w.k.n = nil, 0
	}
	r, err := all.rows(c)
	if err != nil {
		return nil, err
	}
	idx := t.winners(c, r)
	r.cols = r.cols[:t.keyed.width]
	return &toppedRows{sortedRows{rows: r, idx: idx, pieces: pieces{n: len(idx)}, held: all}, t}, nil
}

// toppedRows gives back the reservations of all workers.
type toppedRows struct {
	sortedRows
	t *topping
}

func (r *toppedRows) close() {
	r.sortedRows.close()
	r.t.close()
}

func (w *topWorker) add(c *Context, t *topping, b *vec.Batch) error {
	fits := w.k.add(b)
	if !fits {
		w.k.keep(b)
	}
	if fits && (w.k.n < topRowsMin || w.k.n < 4*w.kept) {
		return nil
	}
	before := w.k.n
	if err := w.compact(c, t); err != nil {
		return err
	}
	if !fits && w.k.n > before/2 {
		return outOfMemory(c, "the first row of each group")
	}
	return nil
}

// compact drops the rows that are not the first of their group so far.
func (w *topWorker) compact(c *Context, t *topping) error {
	old := w.k.takeAll()
	defer old.close()
	r, err := old.rows(c)
	if err != nil {
		return err
	}
	defer r.release()
	idx := t.winners(c, r)
	w.kept = len(idx)
	for from := 0; from < len(idx); from += vec.BatchRows {
		b := r.compact(c, idx[from:min(len(idx), from+vec.BatchRows)])
		b.Seq = -1 // what was kept comes before what comes next
		_ = w.k.budget.grow(batchBytes(b))
		w.k.keep(b)
	}
	return nil
}

// winners are the first rows of the groups, in the order in which the groups appear.
func (t *topping) winners(c *Context, r *rows) []int32 {
	keys := t.keyed.of(r.cols)
	groups := t.groups(c, keys[:t.by], r.n)
	s := newSorter(keys[t.by:], t.order)
	packedKeys := s.pack(numbers(r.n))
	var best []packed
	for row, g := range groups {
		k := packedKeys[row]
		if int(g) == len(best) {
			best = append(best, k)
			continue
		}
		if b := best[g]; k.key < b.key || k.key == b.key && s.rest < len(s.keys) && s.compareFrom(s.rest, k.row, b.row) < 0 {
			best[g] = k
		}
	}
	idx := make([]int32, len(best))
	for g, k := range best {
		idx[g] = k.row
	}
	return idx
}

func (t *topping) groups(c *Context, by []*vec.Vector, n int) []int32 {
	out := make([]int32, n)
	if t.by == 0 {
		return out
	}
	table := newGroupTable(c.Alloc, typesOf(by))
	defer table.release()
	table.groups(by, nil, n, out)
	return out
}

func (t *topping) close() {
	for _, w := range t.workers {
		w.k.close()
	}
}
