package exec

import (
	"slices"
	"sync"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// rows are materialised rows: flat columns of any length, in memory of their own.
type rows struct {
	cols  []*vec.Vector
	n     int
	arena *vec.Arena
}

func (r *rows) release() {
	if r != nil && r.arena != nil {
		r.arena.Release()
		r.arena = nil
	}
}

// batch is all rows as one batch that borrows their memory: it is not released.
func (r *rows) batch() *vec.Batch { return &vec.Batch{Cols: r.cols, Len: r.n, Arena: r.arena} }

// gather is the rows idx as a batch that keeps r alive.
func (r *rows) gather(c *Context, idx []int32) *vec.Batch {
	out := c.Alloc.NewBatch(len(idx))
	out.Keep(r.arena)
	out.Cols = make([]*vec.Vector, len(r.cols))
	for i, v := range r.cols {
		out.Cols[i] = vec.Gather(out.Arena, v, idx)
	}
	return out
}

// slice is the rows [from, to) as a batch that keeps r alive and copies nothing but validity.
func (r *rows) slice(c *Context, from, to int) *vec.Batch {
	out := c.Alloc.NewBatch(to - from)
	out.Keep(r.arena)
	for _, v := range r.cols {
		out.Cols = append(out.Cols, vec.Slice(out.Arena, v, from, to))
	}
	return out
}

// collector gathers the batches of an input until they are turned into rows. It counts and reserves their memory.
type collector struct {
	columns []types.DataType
	budget  budget
	mu      sync.Mutex
	batches []*vec.Batch
	n       int
}

func newCollector(c *Context, columns []*expr.Attribute) *collector {
	k := &collector{budget: budget{alloc: c.Alloc}}
	for _, a := range columns {
		k.columns = append(k.columns, a.DataType)
	}
	return k
}

// add keeps a batch; false when the budget does not have room for it, and then the caller still owns it.
func (k *collector) add(b *vec.Batch) bool {
	if !k.budget.grow(batchBytes(b)) {
		return false
	}
	k.keep(b)
	return true
}

// keep is add without asking the budget.
func (k *collector) keep(b *vec.Batch) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.batches = append(k.batches, b)
	k.n += b.Rows()
}

// empty tells whether nothing is collected at the moment.
func (k *collector) empty() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.n == 0
}

const rowsMax = 1<<31 - 1 // row numbers are int32

// rows turns what was collected into flat columns, in the order of the source.
func (k *collector) rows(c *Context) (*rows, error) {
	if k.n > rowsMax {
		return nil, sparkerr.Unsupported("more than 2,147,483,647 rows in one operator without spilling")
	}
	slices.SortStableFunc(k.batches, bySeq)
	r := &rows{n: k.n, arena: c.Alloc.NewArena(), cols: make([]*vec.Vector, len(k.columns))}
	parts := make([]vec.Part, len(k.batches))
	for i, t := range k.columns {
		for j, b := range k.batches {
			parts[j] = vec.Part{Vector: b.Cols[i], Sel: b.Sel}
		}
		r.cols[i] = vec.ConcatParts(r.arena, t, parts)
	}
	if k.sharesMemory() {
		for _, b := range k.batches {
			r.arena.Keep(b)
		}
	}
	k.release()
	return r, nil
}

// sharesMemory tells whether the flat copies still point into the batches: text does.
func (k *collector) sharesMemory() bool { return slices.ContainsFunc(k.columns, holdsText) }

func holdsText(t types.DataType) bool {
	return types.Exists(t, func(t types.DataType) bool {
		switch t.ID() {
		case types.IDString, types.IDChar, types.IDVarchar, types.IDBinary, types.IDGeometry, types.IDGeography, types.IDVariant:
			return true
		}
		return false
	})
}

// release drops the batches that were not turned into rows.
func (k *collector) release() {
	for _, b := range k.batches {
		b.Release()
	}
	k.batches, k.n = nil, 0
}

// close gives everything back.
func (k *collector) close() {
	k.release()
	k.budget.close()
}

// batchBytes estimates the memory that the selected rows of a batch take once they are flat.
func batchBytes(b *vec.Batch) int64 {
	n := b.Rows()
	total := int64(0)
	for _, v := range b.Cols {
		total += int64(n)*int64(vec.Width(v.Type)+1) + vec.TextBytes(v, b.Sel)
		for _, child := range v.Children {
			if v.Form == vec.Flat && v.Len > 0 {
				total += vec.SlotBytes(child, max(1, n*child.Len/v.Len))
			}
		}
	}
	return total
}

// budget is what one holder has reserved.
type budget struct {
	alloc *vec.Allocator
	mu    sync.Mutex
	held  int64
}

// grow reserves n more bytes; false when there are none.
func (b *budget) grow(n int64) bool {
	if !b.alloc.Reserve(n) {
		return false
	}
	b.mu.Lock()
	b.held += n
	b.mu.Unlock()
	return true
}

// shrink gives n bytes back.
func (b *budget) shrink(n int64) {
	b.mu.Lock()
	n = min(n, b.held)
	b.held -= n
	b.mu.Unlock()
	b.alloc.Unreserve(n)
}

func (b *budget) close() { b.shrink(b.held) }

// outOfMemory is the error of an operator that can neither hold nor spill its rows.
func outOfMemory(c *Context, what string) error {
	return sparkerr.New("UNABLE_TO_ACQUIRE_MEMORY", "requestedBytes", "more", "receivedBytes", "0").
		WithMessage("%s does not fit into the memory budget of %d bytes (spark.flintlake.memory), and nothing can be spilled", what, c.Alloc.Limit())
}
