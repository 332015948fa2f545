package exec

import (
	"sync"

	"github.com/flintlake/flintlake/internal/vec"
)

// windowStream computes a window over rows that come sorted from spill files, some whole partitions at a time. A single partition must fit
// into memory.
type windowStream struct {
	w      *windowing
	sorted result
	mu     sync.Mutex
	rest   *vec.Batch // read, but not in ready: it may hold the beginning of another partition
	ready  *windowRows
	seq    int64
	ended  bool
}

const windowChunkRows = 16 * vec.BatchRows

func (s *windowStream) next(c *Context, worker int) (*vec.Batch, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		if s.ready != nil {
			b, err := s.ready.next(c, worker)
			if err != nil || b != nil {
				if b != nil {
					b.Seq = s.seq
					s.seq++
				}
				return b, err
			}
			s.ready.close()
			s.ready = nil
		}
		if s.ended && s.rest == nil {
			return nil, nil
		}
		if err := s.load(c, worker); err != nil {
			return nil, err
		}
	}
}

// load reads whole partitions and computes them.
func (s *windowStream) load(c *Context, worker int) error {
	k := newCollector(c, s.w.keyed.columns)
	for {
		b := s.rest
		s.rest = nil
		if b == nil {
			var err error
			if b, err = s.sorted.next(c, worker); err != nil {
				k.close()
				return err
			}
		}
		if b == nil {
			s.ended = true
			break
		}
		if k.n > 0 && enough(c, k) {
			if cut := s.boundary(k.batches[len(k.batches)-1], b); cut >= 0 {
				s.split(k, b, cut)
				break
			}
		}
		if k.n == 0 { // one batch is always held
			k.keep(b)
			continue
		}
		if !k.add(b) {
			b.Release()
			k.close()
			return outOfMemory(c, "one partition of a window")
		}
	}
	r, err := k.rows(c)
	if err != nil {
		k.close()
		return err
	}
	s.ready = &windowRows{rows: r, held: k}
	s.ready.pieces.n = r.n
	return s.w.compute(c, r)
}

// enough tells whether to stop at the next partition: the chunk is large, or large for the budget.
func enough(c *Context, k *collector) bool {
	limit := c.Alloc.Limit()
	return k.n >= windowChunkRows || limit > 0 && k.budget.held >= limit/8
}

// boundary is the first row of b that belongs to another partition than the row before it, -1 when there is none. last is what came before.
func (s *windowStream) boundary(last, b *vec.Batch) int {
	by := s.w.keyed.keys[:len(s.w.node.PartitionBy)]
	before, i := last, last.Len-1
	for row := range b.Len {
		for _, k := range by {
			if !vec.EqualRows(before.Cols[k], i, b.Cols[k], row) {
				return row
			}
		}
		before, i = b, row
	}
	return -1
}

// split gives the rows before cut to k and keeps the others.
func (s *windowStream) split(k *collector, b *vec.Batch, cut int) {
	if cut > 0 {
		b.Retain()
		k.keep(&vec.Batch{Cols: b.Cols, Len: b.Len, Sel: vec.All(b.Len)[:cut], Seq: b.Seq, Arena: b.Arena})
	}
	rest := &vec.Batch{Len: b.Len - cut, Seq: b.Seq, Arena: b.Arena}
	for _, v := range b.Cols {
		rest.Cols = append(rest.Cols, vec.Slice(b.Arena, v, cut, b.Len))
	}
	s.rest = rest
}

func (s *windowStream) close() {
	if s.ready != nil {
		s.ready.close()
	}
	if s.rest != nil {
		s.rest.Release()
	}
	s.sorted.close()
}
