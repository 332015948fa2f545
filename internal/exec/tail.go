package exec

import (
	"fmt"
	"slices"

	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Tail passes the last Count rows of the source.
type Tail struct {
	Input Node
	Count int64
}

// Columns are the input's.
func (n *Tail) Columns() []*expr.Attribute { return n.Input.Columns() }

// Inputs is the one input.
func (n *Tail) Inputs() []Node { return []Node{n.Input} }

// Describe shows the count.
func (n *Tail) Describe() string { return fmt.Sprintf("Tail %d", n.Count) }

// Start starts the input.
func (n *Tail) Start(c *Context) (Feed, error) {
	return startBreaker(c, []Node{n.Input}, func(c *Context, in []Feed) (result, error) {
		kept := make([]tailRows, c.workers())
		err := drain(c, in[0], func(w int, b *vec.Batch) error {
			kept[w].add(b, n.Count)
			return nil
		})
		r := &batchList{}
		for _, k := range kept {
			r.batches = append(r.batches, k.batches...)
		}
		slices.SortStableFunc(r.batches, bySeq)
		r.dropHead(n.Count)
		return r, err
	})
}

// tailRows keeps a worker's last batches, enough for the count.
type tailRows struct {
	batches []*vec.Batch
	rows    int64
}

func (t *tailRows) add(b *vec.Batch, count int64) {
	t.batches = append(t.batches, b)
	t.rows += int64(b.Rows())
	for len(t.batches) > 0 && t.rows-int64(t.batches[0].Rows()) >= count {
		t.rows -= int64(t.batches[0].Rows())
		t.batches[0].Release()
		t.batches = t.batches[1:]
	}
}

// dropHead leaves the last count rows.
func (r *batchList) dropHead(count int64) {
	var rows int64
	for _, b := range r.batches {
		rows += int64(b.Rows())
	}
	for rows > count {
		b := r.batches[0]
		n := int64(b.Rows())
		if rows-n >= count {
			b.Release()
			r.batches = r.batches[1:]
			rows -= n
			continue
		}
		r.batches[0] = selected(b, vec.SelOrAll(b.Sel, b.Len)[rows-count:])
		rows = count
	}
}
