package exec

import (
	"cmp"
	"sync"
	"sync/atomic"

	"github.com/flintlake/flintlake/internal/vec"
)

// result is what a breaker has made of its inputs. next is called by several workers at once; close once.
type result interface {
	next(c *Context, worker int) (*vec.Batch, error)
	close()
}

// breaker is the feed of an operator that needs all of its input before it puts anything out. The first worker that asks runs the
// input to its end, with all workers; the others wait for it.
type breaker struct {
	in  []Feed
	run func(c *Context, in []Feed) (result, error)

	once   sync.Once
	result result
	err    error
}

// startBreaker starts the inputs; run consumes them later. A result that run returns beside an error is closed.
func startBreaker(c *Context, inputs []Node, run func(c *Context, in []Feed) (result, error)) (Feed, error) {
	f := &breaker{run: run}
	for _, n := range inputs {
		in, err := c.start(n)
		if err != nil {
			_ = f.Close()
			return nil, err
		}
		f.in = append(f.in, in)
	}
	return f, nil
}

func (f *breaker) Next(c *Context, worker int) (*vec.Batch, error) {
	f.once.Do(func() {
		defer func() {
			if p := recover(); p != nil {
				f.err = panicError(p)
			}
		}()
		f.result, f.err = f.run(c, f.in)
	})
	if f.err != nil || f.result == nil {
		return nil, f.err
	}
	return f.result.next(c, worker)
}

// Close frees the result and closes the inputs.
func (f *breaker) Close() error {
	if f.result != nil {
		f.result.close()
		f.result = nil
	}
	var first error
	for _, in := range f.in {
		first = cmp.Or(first, in.Close())
	}
	return first
}

// batchList is a result that is there already, handed out in order.
type batchList struct {
	batches []*vec.Batch
	taken   atomic.Int64
}

func (r *batchList) next(*Context, int) (*vec.Batch, error) {
	i := int(r.taken.Add(1)) - 1
	if i >= len(r.batches) {
		return nil, nil
	}
	b := r.batches[i]
	r.batches[i] = nil
	b.Seq = int64(i)
	return b, nil
}

func (r *batchList) close() {
	for _, b := range r.batches {
		if b != nil {
			b.Release()
		}
	}
	r.batches = nil
}

func bySeq(a, b *vec.Batch) int { return cmp.Compare(a.Seq, b.Seq) }

// slices gives the pieces [from, to) of n rows to workers, BatchRows at a time.
type pieces struct {
	n     int
	taken atomic.Int64
}

func (p *pieces) next() (seq int64, from, to int, ok bool) {
	seq = p.taken.Add(1) - 1
	from = int(seq) * vec.BatchRows
	if from >= p.n {
		return 0, 0, 0, false
	}
	return seq, from, min(p.n, from+vec.BatchRows), true
}
