package vec

// Sel is a selection: row numbers in ascending order. nil means all rows.
type Sel []int32

// Batch is some rows of some columns. Whoever gets a Batch owns one reference: it releases it or passes it on.
// A batch is immutable once another goroutine or operator can see it.
type Batch struct {
	Cols []*Vector
	Len  int // physical rows of every column
	Sel  Sel // the rows that count, nil: all Len rows
	// Seq orders batches by the place of their rows in the source, so that results of parallel workers can be put back in order. Batches
	// of one worker never go down; two workers never hold the same Seq.
	Seq int64
	*Arena
}

// NewBatch starts an empty batch with an arena of its own. Allocate columns from the embedded Arena; call Keep(in) when
// columns (or text) of another batch are passed through.
func (a *Allocator) NewBatch(n int) *Batch { return &Batch{Len: n, Arena: a.NewArena()} }

// Rows is the number of selected rows.
func (b *Batch) Rows() int {
	if b.Sel != nil {
		return len(b.Sel)
	}
	return b.Len
}

// Row is the physical row of the i-th selected row.
func (b *Batch) Row(i int) int {
	if b.Sel != nil {
		return int(b.Sel[i])
	}
	return i
}

// All is a selection that names every one of n rows explicitly; batches up to BatchRows share one slice.
func All(n int) Sel {
	if n <= len(identity) {
		return identity[:n:n]
	}
	s := make(Sel, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

var identity = func() Sel {
	s := make(Sel, BatchRows)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}()
