package exec

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Stream is a running query. It belongs to one goroutine. Close it.
type Stream struct {
	c      *Context
	cancel context.CancelFunc
	feed   Feed
	node   Node

	// One worker needs no goroutine: the caller's pulls. Else each worker fills its own channel, and Next merges them by Seq.
	outs    []chan item
	heads   []item
	started bool
	wait    sync.WaitGroup
	err     error
	closed  bool
}

// item is what a worker sends; the zero item means that it is done.
type item struct {
	batch *vec.Batch
	err   error
}

const itemsAhead = 8 // batches a worker may be ahead of the reader

// Run starts a query. Nothing is computed before the first Next.
func Run(ctx *Context, n Node) (s *Stream, err error) {
	c := *ctx
	var cancel context.CancelFunc
	c.Context, cancel = context.WithCancel(ctx.Context)
	c.shared = &sharedResults{}
	defer func() {
		if p := recover(); p != nil {
			err = panicError(p)
		}
		if err != nil {
			cancel()
		}
	}()
	f, err := c.start(n)
	if err != nil {
		return nil, err
	}
	return &Stream{c: &c, cancel: cancel, feed: f, node: n}, nil
}

// Columns name the columns of every batch.
func (s *Stream) Columns() []*expr.Attribute { return s.node.Columns() }

// Next is the next batch that has rows, nil at the end. The caller releases it. After an error it gives the same error again.
func (s *Stream) Next() (*vec.Batch, error) {
	if s.err != nil || s.closed {
		return nil, s.err
	}
	b, err := s.next()
	if err != nil {
		s.err = err
		s.cancel()
	}
	return b, err
}

func (s *Stream) next() (*vec.Batch, error) {
	for {
		var b *vec.Batch
		var err error
		if s.c.workers() == 1 {
			b, err = safeNext(s.c, s.feed, 0)
		} else {
			b, err = s.merged()
		}
		if err != nil || b == nil {
			return nil, err
		}
		if b.Rows() > 0 {
			return b, nil
		}
		b.Release()
	}
}

// merged takes the batch that comes first in the source among the next ones of all workers.
func (s *Stream) merged() (*vec.Batch, error) {
	if !s.started {
		s.launch()
	}
	first := -1
	for w := range s.heads {
		if s.heads[w].batch == nil && s.outs[w] != nil {
			it := <-s.outs[w]
			if it.err != nil {
				return nil, it.err
			}
			if it.batch == nil {
				s.outs[w] = nil
				continue
			}
			s.heads[w] = it
		}
		if b := s.heads[w].batch; b != nil && (first < 0 || b.Seq < s.heads[first].batch.Seq) {
			first = w
		}
	}
	if first < 0 {
		return nil, nil
	}
	b := s.heads[first].batch
	s.heads[first] = item{}
	return b, nil
}

func (s *Stream) launch() {
	s.started = true
	n := s.c.workers()
	s.outs, s.heads = make([]chan item, n), make([]item, n)
	for w := range n {
		out := make(chan item, itemsAhead)
		s.outs[w] = out
		s.wait.Add(1)
		go s.work(w, out)
	}
}

func (s *Stream) work(w int, out chan<- item) {
	defer s.wait.Done()
	defer close(out)
	for {
		b, err := safeNext(s.c, s.feed, w)
		select {
		case out <- item{b, err}:
		case <-s.c.Done():
			if b != nil {
				b.Release()
			}
			if err == nil {
				err = s.c.Err()
			}
			select { // let the reader know, if it still reads
			case out <- item{nil, err}:
			default:
			}
			return
		}
		if b == nil || err != nil {
			return
		}
	}
}

// Close stops the query and frees what was not taken.
func (s *Stream) Close() {
	if s.closed {
		return
	}
	s.closed = true
	s.cancel()
	for _, out := range s.outs {
		if out != nil {
			for it := range out {
				if it.batch != nil {
					it.batch.Release()
				}
			}
		}
	}
	s.wait.Wait()
	for _, h := range s.heads {
		if h.batch != nil {
			h.batch.Release()
		}
	}
	_ = s.feed.Close()
	s.c.shared.close()
}

// safeNext turns a panic of an operator into an error.
func safeNext(c *Context, f Feed, worker int) (b *vec.Batch, err error) {
	defer func() {
		if p := recover(); p != nil {
			b, err = nil, panicError(p)
		}
	}()
	return f.Next(c, worker)
}

func panicError(p any) error {
	var e *sparkerr.Error
	if err, ok := p.(error); ok && errors.As(err, &e) {
		return e
	}
	return sparkerr.Internal("%v\n%s", p, debug.Stack())
}

// drain runs a feed to its end with all workers and gives each batch to each, which owns it. Its first error stops all of them.
func drain(c *Context, f Feed, each func(worker int, b *vec.Batch) error) error {
	return parallel(c, c.workers(), func(c *Context, w int) error {
		for {
			b, err := f.Next(c, w)
			if err != nil || b == nil {
				return err
			}
			if b.Rows() == 0 {
				b.Release()
				continue
			}
			if err := each(w, b); err != nil {
				return err
			}
		}
	})
}

// parallel runs work for workers 0 … n-1 and waits for all. The first error cancels the context of the others and is returned; a panic is
// an INTERNAL_ERROR.
func parallel(c *Context, n int, work func(c *Context, worker int) error) error {
	safe := func(c *Context, w int) (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = panicError(p)
			}
		}()
		return work(c, w)
	}
	if n == 1 {
		return safe(c, 0)
	}
	inner := *c
	var cancel context.CancelFunc
	inner.Context, cancel = context.WithCancel(c.Context)
	defer cancel()
	var wait sync.WaitGroup
	var once sync.Once
	var first error
	for w := range n {
		wait.Add(1)
		go func() {
			defer wait.Done()
			if err := safe(&inner, w); err != nil {
				once.Do(func() { first = err; cancel() })
			}
		}()
	}
	wait.Wait()
	return first
}
