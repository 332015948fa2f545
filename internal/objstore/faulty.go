package objstore

import (
	"context"
	"errors"
	"iter"
	"sync"
	"syscall"
	"time"
)

// Kind is a kind of request that Faulty counts and breaks.
type Kind uint8

// The kinds of requests. A Writer costs one Create (its bytes) and one Finish (its Commit); every ReadAt is a Read.
const (
	OpGet Kind = iota
	OpStat
	OpList
	OpPut
	OpPutIfAbsent
	OpDelete
	OpCreate
	OpFinish
	OpRead
	kinds
)

func (k Kind) String() string {
	return [...]string{"get", "stat", "list", "put", "put-if-absent", "delete", "create", "finish", "read"}[k]
}

// Request is one operation that is about to happen. N counts from 1 over all operations of the store.
type Request struct {
	N    int
	Kind Kind
	Key  string
}

// Fault is what happens to a request. The zero Fault lets it pass.
type Fault struct {
	// Err is reported; nil means the request passes (after Delay).
	Err error
	// Done performs the operation before Err is reported, as a lost reply does. PutIfAbsent then answers Unknown.
	Done bool
	// Torn writes only half of the bytes of a Put or a Writer before Err is reported, as a store without atomic writes would.
	Torn bool
	// Delay is waited before anything else, as the latency of an object store.
	Delay time.Duration
}

// ErrInjected is the usual Err of a Fault.
var ErrInjected = errors.New("injected fault")

// Faulty passes requests to another store, counts them, and breaks those that a function chooses. For tests and benchmarks.
type Faulty struct {
	Store

	mu     sync.Mutex
	n      int
	counts [kinds]int
	room   int64 // bytes until the disk is full; negative: unlimited
	choose func(Request) Fault
}

// NewFaulty wraps a store. choose decides the fate of each request; nil lets all pass.
func NewFaulty(s Store, choose func(Request) Fault) *Faulty {
	return &Faulty{Store: s, choose: choose, room: -1}
}

// FailNth breaks the n-th request, counting from 1, and no other.
func FailNth(n int, f Fault) func(Request) Fault {
	return func(r Request) Fault {
		if r.N == n {
			return f
		}
		return Fault{}
	}
}

// Latency delays every request.
func Latency(d time.Duration) func(Request) Fault {
	return func(Request) Fault { return Fault{Delay: d} }
}

// SetFaults replaces the choosing function and restarts the count of N.
func (f *Faulty) SetFaults(choose func(Request) Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.choose, f.n = choose, 0
}

// LimitSpace lets n more bytes be written; then writes fail with ENOSPC.
func (f *Faulty) LimitSpace(n int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.room = n
}

// Requests is the number of requests so far; with kinds, of those kinds.
func (f *Faulty) Requests(of ...Kind) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	total := 0
	for k, c := range f.counts {
		if len(of) == 0 {
			total += c
		}
		for _, o := range of {
			if int(o) == k {
				total += c
			}
		}
	}
	return total
}

// ResetCounts sets the counts of requests to zero.
func (f *Faulty) ResetCounts() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.counts = [kinds]int{}
}

// begin counts a request and says what to do with it.
func (f *Faulty) begin(ctx context.Context, k Kind, key string) (Fault, error) {
	f.mu.Lock()
	f.n++
	f.counts[k]++
	var fault Fault
	if f.choose != nil {
		fault = f.choose(Request{f.n, k, key})
	}
	f.mu.Unlock()
	if fault.Delay > 0 {
		select {
		case <-time.After(fault.Delay):
		case <-ctx.Done():
			return Fault{}, wrap(k.String(), key, ctx.Err())
		}
	}
	if fault.Err != nil && !fault.Done && !fault.Torn {
		return fault, wrap(k.String(), key, fault.Err)
	}
	return fault, nil
}

// end is the error of a request that was performed.
func (fault Fault) end(k Kind, key string, err error) error {
	if err == nil && fault.Err != nil {
		return wrap(k.String(), key, fault.Err)
	}
	return err
}

// take reserves space on the limited disk.
func (f *Faulty) take(key string, n int) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.room < 0:
	case f.room < int64(n):
		f.room = 0
		return wrap("write", key, syscall.ENOSPC)
	default:
		f.room -= int64(n)
	}
	return nil
}

func (f *Faulty) Get(ctx context.Context, key string) ([]byte, error) {
	fault, err := f.begin(ctx, OpGet, key)
	if err != nil {
		return nil, err
	}
	b, err := f.Store.Get(ctx, key)
	return b, fault.end(OpGet, key, err)
}

func (f *Faulty) GetRange(ctx context.Context, key string, offset, n int64) ([]byte, error) {
	fault, err := f.begin(ctx, OpGet, key)
	if err != nil {
		return nil, err
	}
	b, err := f.Store.GetRange(ctx, key, offset, n)
	return b, fault.end(OpGet, key, err)
}

func (f *Faulty) Stat(ctx context.Context, key string) (Info, error) {
	fault, err := f.begin(ctx, OpStat, key)
	if err != nil {
		return Info{}, err
	}
	i, err := f.Store.Stat(ctx, key)
	return i, fault.end(OpStat, key, err)
}

func (f *Faulty) List(ctx context.Context, dir, startAfter string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		fault, err := f.begin(ctx, OpList, dir)
		if err == nil {
			err = fault.end(OpList, dir, nil)
		}
		if err != nil {
			yield(Info{}, err)
			return
		}
		f.Store.List(ctx, dir, startAfter)(yield)
	}
}

func (f *Faulty) Put(ctx context.Context, key string, data []byte) error {
	fault, err := f.begin(ctx, OpPut, key)
	if err != nil {
		return err
	}
	if err := f.take(key, len(data)); err != nil {
		return err
	}
	return fault.end(OpPut, key, f.Store.Put(ctx, key, fault.cut(data)))
}

func (fault Fault) cut(data []byte) []byte {
	if fault.Torn {
		return data[:len(data)/2]
	}
	return data
}

func (f *Faulty) PutIfAbsent(ctx context.Context, key string, data []byte) (PutOutcome, error) {
	fault, err := f.begin(ctx, OpPutIfAbsent, key)
	if err != nil {
		return Failed, err
	}
	if err := f.take(key, len(data)); err != nil {
		return Failed, err
	}
	if fault.Torn { // an atomic store leaves nothing
		return Failed, wrap(OpPutIfAbsent.String(), key, fault.Err)
	}
	outcome, err := f.Store.PutIfAbsent(ctx, key, data)
	if fault.Err != nil {
		return Unknown, wrap(OpPutIfAbsent.String(), key, fault.Err)
	}
	return outcome, err
}

func (f *Faulty) Delete(ctx context.Context, key string) error {
	fault, err := f.begin(ctx, OpDelete, key)
	if err != nil {
		return err
	}
	return fault.end(OpDelete, key, f.Store.Delete(ctx, key))
}

func (f *Faulty) Create(ctx context.Context, key string) (Writer, error) {
	fault, err := f.begin(ctx, OpCreate, key)
	if err != nil {
		return nil, err
	}
	w, err := f.Store.Create(ctx, key)
	if err = fault.end(OpCreate, key, err); err != nil {
		if w != nil {
			w.Abort()
		}
		return nil, err
	}
	return &faultyWriter{Writer: w, f: f, key: key}, nil
}

func (f *Faulty) Open(ctx context.Context, key string, size int64) (Reader, error) {
	r, err := f.Store.Open(ctx, key, size)
	if err != nil {
		return nil, err
	}
	return &faultyReader{r, f, ctx}, nil
}

type faultyWriter struct {
	Writer
	f   *Faulty
	key string
}

func (w *faultyWriter) Write(p []byte) (int, error) {
	if err := w.f.take(w.key, len(p)); err != nil {
		return 0, err
	}
	return w.Writer.Write(p)
}

func (w *faultyWriter) CopyFrom(r Reader, offset, n int64) error {
	if err := w.f.take(w.key, int(n)); err != nil {
		return err
	}
	if fr, ok := r.(*faultyReader); ok {
		r = fr.Reader
	}
	return w.Writer.CopyFrom(r, offset, n)
}

func (w *faultyWriter) Commit(ctx context.Context) error {
	fault, err := w.f.begin(ctx, OpFinish, w.key)
	if err != nil {
		return err
	}
	if err := w.Writer.Commit(ctx); err != nil {
		return err
	}
	if fault.Torn {
		b, err := w.f.Store.Get(ctx, w.key)
		if err != nil {
			return err
		}
		if err := w.f.Store.Put(ctx, w.key, fault.cut(b)); err != nil {
			return err
		}
	}
	return fault.end(OpFinish, w.key, nil)
}

type faultyReader struct {
	Reader
	f   *Faulty
	ctx context.Context
}

func (r *faultyReader) ReadAt(p []byte, offset int64) (int, error) {
	fault, err := r.f.begin(r.ctx, OpRead, r.Key())
	if err != nil {
		return 0, err
	}
	n, err := r.Reader.ReadAt(p, offset)
	return n, fault.end(OpRead, r.Key(), err)
}
