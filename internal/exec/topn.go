package exec

import "github.com/flintlake/flintlake/internal/vec"

// topRows keeps a worker's candidates for the first rows of an order. Candidates are collected until there are several times as many
// as wanted, and then cut: cheaper than a heap, since rows move in bulk.
type topRows struct {
	batches []*vec.Batch
	rows    int64
}

// add takes over a batch with its keys.
func (t *topRows) add(c *Context, s *sorting, b *vec.Batch) error {
	t.batches = append(t.batches, b)
	t.rows += int64(b.Rows())
	want := s.node.Limit + s.node.Offset
	if t.rows < 4*want || t.rows < 4*vec.BatchRows {
		return nil
	}
	k := newCollector(c, s.keyed.columns)
	t.moveTo(k)
	r, err := k.rows(c)
	if err != nil {
		k.close()
		return err
	}
	defer r.release()
	idx := s.sorted(r)
	idx = idx[:min(int64(len(idx)), want)]
	kept := b.Seq
	for from := 0; from < len(idx); from += vec.BatchRows {
		part := r.compact(c, idx[from:min(len(idx), from+vec.BatchRows)])
		part.Seq = kept
		t.batches = append(t.batches, part)
		t.rows += int64(part.Len)
	}
	return nil
}

// moveTo hands the candidates over.
func (t *topRows) moveTo(k *collector) {
	for _, b := range t.batches {
		k.keep(b)
	}
	t.batches, t.rows = nil, 0
}

func (t *topRows) release() {
	for _, b := range t.batches {
		b.Release()
	}
	t.batches = nil
}

// compact copies the rows idx with their text into a batch that does not keep r alive.
func (r *rows) compact(c *Context, idx []int32) *vec.Batch {
	out := c.Alloc.NewBatch(len(idx))
	for _, v := range r.cols {
		b := vec.NewBuilder(out.Arena, v.Type)
		b.Rows(v, idx)
		out.Cols = append(out.Cols, b.Finish())
	}
	return out
}
