package ops

import (
	"cmp"
	"slices"

	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/vec"
)

// change says what happens to one row of a target file.
type change struct {
	row    int64 // position in the file
	clause int16 // index into matcher.clauses
	source int32 // the source row, -1 for a by-source clause
}

// clause is a WHEN clause compiled for one worker.
type clause struct {
	logical.MergeClause
	bySource  bool
	condition eval.Evaluator // nil: always
}

// matcher finds the changes of target rows. One worker owns it.
//
// Rows go through it batch by batch:
//
//	rows that the target-only part of ON admits ─▶ key probe ─▶ pairs ─▶ residual ON ─▶ matched clauses, first that fires
//	rows without a pair ─▶ by-source clauses, first that fires
type matcher struct {
	source  *source
	columns []*expr.Attribute // the target columns in the batches
	clauses []clause          // matched clauses, then by-source clauses

	targetOnly eval.Evaluator // nil: all rows
	keys       []eval.Evaluator
	residual   *pairEvaluator // nil: none
	matched    []*pairEvaluator
	never      bool // ON holds a source-only condition that no row satisfies, or the source is empty

	// seen marks source rows that matched any target row; nil when no clause inserts.
	seen []uint64
	// deleteOnly is the one case in which several source rows may match a row: a single unconditional WHEN MATCHED DELETE.
	deleteOnly bool
	// firingOnly: of several pairs of a row only those for which a clause fires are an error. So it is where all clauses are matched clauses
	// and all have conditions; else Delta counts all pairs (MergeIntoCommand.findTouchedFiles).
	firingOnly bool
	duplicates *duplicates
	any        bool // some row satisfied ON

	pairs  pairs
	hashes []uint64
	sel    vec.Sel
}

// pairEvaluator evaluates an expression over pairs of target and source rows, gathering only the columns it reads.
type pairEvaluator struct {
	ev      eval.Evaluator
	targets []int // columns of the target batch
	sources []int // columns of the source
}

// newPairEvaluator compiles e over target columns and source columns. always is true for a nil expression.
func newPairEvaluator(e expr.Expr, target, source []*expr.Attribute) (*pairEvaluator, error) {
	if e == nil {
		return nil, nil
	}
	p := &pairEvaluator{}
	refs := expr.References(e)
	var input []*expr.Attribute
	for i, a := range target {
		if refs[a.ID] {
			p.targets = append(p.targets, i)
			input = append(input, a)
		}
	}
	for i, a := range source {
		if refs[a.ID] {
			p.sources = append(p.sources, i)
			input = append(input, a)
		}
	}
	ev, err := eval.Compile(e, input)
	p.ev = ev
	return p, err
}

// batch gathers the columns the expression reads for some pairs.
func (p *pairEvaluator) batch(c *fn.Context, target *vec.Batch, src *source, ps *pairs) *vec.Batch {
	out := &vec.Batch{Len: len(ps.target), Arena: c.Arena}
	for _, i := range p.targets {
		out.Cols = append(out.Cols, vec.Gather(c.Arena, target.Cols[i], ps.target))
	}
	for _, i := range p.sources {
		out.Cols = append(out.Cols, vec.Gather(c.Arena, src.columns[i], ps.source))
	}
	return out
}

// filter gives the positions in sel of the pairs for which the condition is true.
func (p *pairEvaluator) filter(c *fn.Context, target *vec.Batch, src *source, ps *pairs, sel vec.Sel) (vec.Sel, error) {
	if p == nil {
		return sel, nil
	}
	return eval.Filter(c, p.ev, p.batch(c, target, src, ps), sel, nil)
}

// batch finds the changes of one batch whose first physical row stands at position base of its file, and appends them to out in
// ascending order of rows.
func (m *matcher) batch(c *fn.Context, b *vec.Batch, base int64, out []change) ([]change, error) {
	live := b.Sel
	if live == nil {
		live = vec.All(b.Len)
	}
	if err := m.match(c, b, live); err != nil {
		return out, err
	}
	start := len(out)
	out, err := m.fireMatched(c, b, base, out)
	if err != nil {
		return out, err
	}
	split := len(out)
	out, err = m.fireBySource(c, b, base, live, out)
	if err != nil {
		return out, err
	}
	mergeRuns(out[start:], split-start)
	return out, nil
}

// match fills m.pairs with the rows of b that satisfy ON with some source row.
func (m *matcher) match(c *fn.Context, b *vec.Batch, live vec.Sel) error {
	m.pairs.reset()
	if m.never {
		return nil
	}
	sel := live
	if m.targetOnly != nil {
		var err error
		if sel, err = eval.Filter(c, m.targetOnly, b, live, m.sel[:0]); err != nil {
			return err
		}
		m.sel = sel
	}
	if len(sel) == 0 {
		return nil
	}
	if len(m.keys) == 0 {
		for _, t := range sel {
			for _, s := range m.source.admitted {
				m.pairs.add(t, s)
			}
		}
	} else {
		keys := make([]*vec.Vector, len(m.keys))
		for i, k := range m.keys {
			v, err := k.Eval(c, b, sel)
			if err != nil {
				return err
			}
			keys[i] = v
		}
		if len(m.hashes) < b.Len {
			m.hashes = make([]uint64, max(b.Len, vec.BatchRows))
		}
		m.source.index.probe(keys, sel, b.Len, m.hashes, &m.pairs)
	}
	if m.residual != nil && len(m.pairs.target) > 0 {
		kept, err := m.residual.filter(c, b, m.source, &m.pairs, vec.All(len(m.pairs.target)))
		if err != nil {
			return err
		}
		m.pairs.keep(kept)
	}
	m.any = m.any || !m.firingOnly && len(m.pairs.target) > 0
	if m.seen != nil {
		for _, s := range m.pairs.source {
			m.seen[s>>6] |= 1 << (s & 63)
		}
	}
	return nil
}

// fireMatched lets the first matched clause act on every pair.
func (m *matcher) fireMatched(c *fn.Context, b *vec.Batch, base int64, out []change) ([]change, error) {
	n := len(m.pairs.target)
	if n == 0 {
		return out, nil
	}
	if len(m.matched) == 0 {
		if !m.firingOnly {
			m.noteRepeats()
		}
		return out, nil
	}
	fired := make([]int16, n)
	rest := vec.Sel(vec.All(n))
	for k, condition := range m.matched {
		hit, err := condition.filter(c, b, m.source, &m.pairs, rest)
		if err != nil {
			return out, err
		}
		for _, i := range hit {
			fired[i] = int16(k + 1)
		}
		if condition == nil {
			break
		}
		if rest = without(rest, hit); len(rest) == 0 {
			break
		}
	}
	if !m.firingOnly && !m.deleteOnly {
		m.noteRepeats()
	}
	last := -1
	for i, f := range fired {
		if f == 0 || m.clauses[f-1].Action == plan.MergeDoNothing {
			continue
		}
		t := m.pairs.target[i]
		if last >= 0 && m.pairs.target[last] == t {
			if !m.deleteOnly && m.firingOnly {
				m.duplicates.add(m.source, m.pairs.source[last], m.pairs.source[i])
			}
			continue
		}
		out = append(out, change{row: base + int64(t), clause: f - 1, source: m.pairs.source[i]})
		m.any = true
		last = i
	}
	return out, nil
}

// noteRepeats records target rows with more than one pair.
func (m *matcher) noteRepeats() {
	p := &m.pairs
	for i := 1; i < len(p.target); i++ {
		if p.target[i] == p.target[i-1] {
			m.duplicates.add(m.source, p.source[i-1], p.source[i])
		}
	}
}

// fireBySource lets the first by-source clause act on every live row without a pair.
func (m *matcher) fireBySource(c *fn.Context, b *vec.Batch, base int64, live vec.Sel, out []change) ([]change, error) {
	if len(m.matched) == len(m.clauses) {
		return out, nil
	}
	rest := live
	if len(m.pairs.target) > 0 {
		rest = without(live, m.pairs.target)
	}
	for k := len(m.matched); k < len(m.clauses) && len(rest) > 0; k++ {
		cl := &m.clauses[k]
		hit := rest
		if cl.condition != nil {
			var err error
			if hit, err = eval.Filter(c, cl.condition, b, rest, nil); err != nil {
				return out, err
			}
		}
		for _, t := range hit {
			out = append(out, change{row: base + int64(t), clause: int16(k), source: -1})
		}
		rest = without(rest, hit)
	}
	return out, nil
}

// without is the rows of a that are not in b; both ascend, b may repeat rows.
func without(a, b vec.Sel) vec.Sel {
	if len(b) == 0 {
		return a
	}
	out := make(vec.Sel, 0, len(a))
	j := 0
	for _, x := range a {
		for j < len(b) && b[j] < x {
			j++
		}
		if j == len(b) || b[j] != x {
			out = append(out, x)
		}
	}
	return out
}

// mergeRuns orders cs by row: clauses fire one after the other, each over ascending rows.
func mergeRuns(cs []change, split int) {
	if split == len(cs) {
		return
	}
	slices.SortFunc(cs, func(a, b change) int { return cmp.Compare(a.row, b.row) })
}
