package exec

import (
	"context"
	"sync"

	"github.com/flintlake/flintlake/internal/vec"
)

// noContext is for removing files after a run was cancelled.
var noContext = context.Background()

// add collects a batch, or, when the budget is used up, writes what was collected as a sorted run and goes on.
func (s *sorting) add(c *Context, b *vec.Batch) error {
	if s.collector.add(b) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.collector.add(b) { // another worker has just spilled
		return nil
	}
	if s.collector.empty() { // others hold the memory, or there is less than a batch of it
		s.collector.keep(b)
		return nil
	}
	if err := s.writeRun(c); err != nil {
		b.Release()
		return err
	}
	if !s.collector.add(b) {
		s.collector.keep(b)
	}
	return nil
}

// writeRun sorts what is collected and writes it to a file. The caller holds mu.
func (s *sorting) writeRun(c *Context) error {
	taken := s.collector.takeAll()
	defer taken.close()
	r, err := taken.rows(c)
	if err != nil {
		return err
	}
	defer r.release()
	idx := s.sorted(r)
	f, err := newSpill(c, s.keyed.types())
	if err != nil {
		return err
	}
	s.runs = append(s.runs, f)
	for from := 0; from < len(idx); from += vec.BatchRows {
		if err := c.Err(); err != nil {
			return err
		}
		b := r.gather(c, idx[from:min(len(idx), from+vec.BatchRows)])
		err := f.write(c, b)
		b.Release()
		if err != nil {
			return err
		}
	}
	return f.finish(c)
}

// takeAll moves what was collected, with its reservation, into another collector.
func (k *collector) takeAll() *collector {
	k.mu.Lock()
	defer k.mu.Unlock()
	t := &collector{columns: k.columns, batches: k.batches, n: k.n, budget: budget{alloc: k.budget.alloc}}
	k.budget.mu.Lock()
	t.budget.held, k.budget.held = k.budget.held, 0
	k.budget.mu.Unlock()
	k.batches, k.n = nil, 0
	return t
}

// mergeRuns writes the rest as a last run and merges all of them while it is read.
func (s *sorting) mergeRuns(c *Context) (result, error) {
	if s.collector.n > 0 {
		if err := s.writeRun(c); err != nil {
			return nil, err
		}
	}
	m := &mergedRuns{s: s, left: -1, skip: s.node.Offset}
	if s.node.Limit > 0 {
		m.left = s.node.Limit
	}
	for i, k := range s.keys {
		m.comparer = append(m.comparer, vec.NewComparer(s.keyed.columns[s.keyed.keys[i]].DataType))
		m.keys = append(m.keys, k)
	}
	for _, f := range s.runs {
		r, err := f.reader(c)
		if err != nil {
			return nil, err
		}
		m.runs = append(m.runs, &runHead{reader: r})
	}
	return m, nil
}

// mergedRuns merges sorted files. The number of runs is small (memory over the size of a batch), so the least head is found by looking at
// all of them.
type mergedRuns struct {
	mu       sync.Mutex
	s        *sorting
	runs     []*runHead
	comparer []vec.Comparer
	keys     []SortKey
	seq      int64
	skip     int64
	left     int64 // rows still wanted, -1: all
	started  bool
}

type runHead struct {
	reader *spillReader
	b      *vec.Batch
	row    int
}

// advance moves to the next row; b is nil at the end.
func (h *runHead) advance(c *Context) error {
	if h.b != nil {
		if h.row++; h.row < h.b.Len {
			return nil
		}
		h.b.Release()
		h.b = nil
	}
	b, err := h.reader.next(c)
	h.b, h.row = b, 0
	return err
}

func (m *mergedRuns) next(c *Context, _ int) (*vec.Batch, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.started {
		m.started = true
		for _, h := range m.runs {
			if err := h.advance(c); err != nil {
				return nil, err
			}
		}
	}
	out := c.Alloc.NewBatch(0)
	builders := make([]*vec.Builder, m.s.keyed.width)
	for i := range builders {
		builders[i] = vec.NewBuilder(out.Arena, m.s.keyed.columns[i].DataType)
	}
	for out.Len < vec.BatchRows && m.left != 0 {
		h := m.least()
		if h == nil {
			break
		}
		if m.skip > 0 {
			m.skip--
		} else {
			for i, k := range builders {
				k.From(h.b.Cols[i], h.row)
			}
			out.Len++
			m.left = max(-1, m.left-1)
		}
		if err := h.advance(c); err != nil {
			out.Release()
			return nil, err
		}
	}
	if out.Len == 0 {
		out.Release()
		return nil, nil
	}
	for _, k := range builders {
		out.Cols = append(out.Cols, k.Finish())
	}
	out.Seq = m.seq
	m.seq++
	return out, nil
}

// least is the run whose head comes first; of equal ones the earlier run.
func (m *mergedRuns) least() *runHead {
	var first *runHead
	for _, h := range m.runs {
		if h.b != nil && (first == nil || m.before(h, first)) {
			first = h
		}
	}
	return first
}

func (m *mergedRuns) before(a, b *runHead) bool {
	for i, at := range m.s.keyed.keys {
		if x := compareNulls(m.comparer[i], m.keys[i], a.b.Cols[at], a.row, b.b.Cols[at], b.row); x != 0 {
			return x < 0
		}
	}
	return false
}

func (m *mergedRuns) close() {
	for _, h := range m.runs {
		if h.b != nil {
			h.b.Release()
			h.b = nil
		}
	}
	m.s.close()
}
