package vec

import (
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
	"syscall"
	"unsafe"
)

const (
	slabMin = 64 << 10 // the smallest slab
	// poolMax bounds the bytes kept for reuse; beyond it slabs go back to the system.
	poolMax = 256 << 20
)

// Allocator hands out off-heap memory, counts it against a budget and recycles it. It is safe for concurrent use.
//
// Small allocations through an Arena never fail: they are bounded by the batches in flight. Whoever holds memory that
// grows with the data (a hash table, a sort, a MERGE source) calls Reserve first and spills when it is refused.
type Allocator struct {
	limit    int64
	used     atomic.Int64 // slabs handed out
	reserved atomic.Int64
	peak     atomic.Int64

	mu     sync.Mutex
	free   [64][][]byte // by log2 of size
	pooled int64
}

// NewAllocator makes an allocator with a budget in bytes; 0 means no limit.
func NewAllocator(limit int64) *Allocator { return &Allocator{limit: limit} }

// Used is the bytes of all live arenas. A test that ends with Used() != 0 leaks.
func (a *Allocator) Used() int64 { return a.used.Load() }

// Reserved is the bytes promised to holders by Reserve.
func (a *Allocator) Reserved() int64 { return a.reserved.Load() }

// Peak is the largest value of Used so far.
func (a *Allocator) Peak() int64 { return a.peak.Load() }

// Limit is the budget in bytes, 0 when there is none.
func (a *Allocator) Limit() int64 { return a.limit }

// Reserve promises n bytes to a holder, or returns false when the budget does not have them. Give them back by Unreserve.
func (a *Allocator) Reserve(n int64) bool {
	for {
		r := a.reserved.Load()
		if a.limit > 0 && r+n > a.limit {
			return false
		}
		if a.reserved.CompareAndSwap(r, r+n) {
			return true
		}
	}
}

// Unreserve gives back what Reserve promised.
func (a *Allocator) Unreserve(n int64) { a.reserved.Add(-n) }

func class(n int) int { return bits.Len(uint(n - 1)) }

// slab returns at least n bytes of off-heap memory; contents are unspecified.
func (a *Allocator) slab(n int) []byte {
	if n < slabMin {
		n = slabMin
	}
	c := class(n)
	size := 1 << c
	if n > 1<<20 { // large: whole pages instead of powers of two
		size = (n + 1<<18 - 1) &^ (1<<18 - 1)
		c = -1
	}
	u := a.used.Add(int64(size))
	for p := a.peak.Load(); u > p && !a.peak.CompareAndSwap(p, u); p = a.peak.Load() {
	}
	if c >= 0 {
		a.mu.Lock()
		if l := a.free[c]; len(l) > 0 {
			b := l[len(l)-1]
			a.free[c] = l[:len(l)-1]
			a.pooled -= int64(size)
			a.mu.Unlock()
			return b
		}
		a.mu.Unlock()
	} else if b := a.large(size); b != nil {
		return b
	}
	b, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		panic(fmt.Sprintf("vec: the system refused %d bytes: %v", size, err))
	}
	return b
}

// large looks for a pooled slab of exactly size bytes.
func (a *Allocator) large(size int) []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.free[63]
	for i := len(l) - 1; i >= 0; i-- {
		if len(l[i]) == size {
			b := l[i]
			l[i] = l[len(l)-1]
			a.free[63] = l[:len(l)-1]
			a.pooled -= int64(size)
			return b
		}
	}
	return nil
}

func (a *Allocator) give(b []byte) {
	a.used.Add(-int64(len(b)))
	a.mu.Lock()
	if a.pooled+int64(len(b)) <= poolMax {
		c := 63
		if len(b) <= 1<<20 {
			c = class(len(b))
		}
		a.free[c] = append(a.free[c], b)
		a.pooled += int64(len(b))
		a.mu.Unlock()
		return
	}
	a.mu.Unlock()
	_ = syscall.Munmap(b)
}

// Arena is memory with one life: everything allocated from it is released together. It is not safe for concurrent
// use until it is complete; Retain and Release are.
type Arena struct {
	a     *Allocator
	slabs [][]byte
	rest  []byte // unused end of the last slab
	keeps []Releaser
	refs  atomic.Int32
}

// Releaser is something with a reference count: an Arena, a Batch, a hash table that batches point into.
type Releaser interface {
	Retain()
	Release()
}

// NewArena starts an arena with one reference.
func (a *Allocator) NewArena() *Arena {
	r := &Arena{a: a}
	r.refs.Store(1)
	return r
}

// Alloc returns n bytes, 64-byte aligned, not zeroed.
func (r *Arena) Alloc(n int) []byte {
	if n == 0 {
		return nil
	}
	if skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(r.rest))) & 63); skip > 0 { // after packed text
		r.rest = r.rest[min(skip, len(r.rest)):]
	}
	need := (n + 63) &^ 63
	if need > len(r.rest) {
		size := slabMin << min(len(r.slabs), 4)
		b := r.a.slab(max(need, size))
		r.slabs = append(r.slabs, b)
		if need > size { // a block of its own: keep what is left of the last slab
			return b[:n:n]
		}
		r.rest = b
	}
	b := r.rest[:n:n]
	r.rest = r.rest[need:]
	return b
}

// Zeroed returns n zero bytes.
func (r *Arena) Zeroed(n int) []byte {
	b := r.Alloc(n)
	clear(b)
	return b
}

// Keep retains x for as long as the arena lives, since its memory is pointed to from here.
func (r *Arena) Keep(x Releaser) {
	x.Retain()
	r.keeps = append(r.keeps, x)
}

// Bytes copies b into the arena.
func (r *Arena) Bytes(b []byte) []byte {
	c := r.Alloc(len(b))
	copy(c, b)
	return c
}

// View copies a Go value into the arena (inline when short) and returns its View.
func (r *Arena) View(b []byte) View {
	if len(b) <= 12 {
		return ViewOf(b)
	}
	return ViewOf(r.small(b))
}

// ViewString is View for a string.
func (r *Arena) ViewString(s string) View {
	return r.View(unsafe.Slice(unsafe.StringData(s), len(s)))
}

// small packs text without alignment.
func (r *Arena) small(b []byte) []byte {
	if len(b) > len(r.rest) {
		if len(b) >= slabMin {
			return r.Bytes(b)
		}
		r.rest = r.a.slab(slabMin << min(len(r.slabs), 4))
		r.slabs = append(r.slabs, r.rest)
	}
	n := copy(r.rest, b)
	c := r.rest[:n:n]
	r.rest = r.rest[n:]
	return c
}

// Size is the bytes of the arena's own slabs.
func (r *Arena) Size() int64 {
	var n int64
	for _, s := range r.slabs {
		n += int64(len(s))
	}
	return n
}

// Retain adds a reference.
func (r *Arena) Retain() { r.refs.Add(1) }

// Release drops a reference; the last one frees the slabs and what the arena Keeps.
func (r *Arena) Release() {
	switch n := r.refs.Add(-1); {
	case n > 0:
		return
	case n < 0:
		panic("vec: arena released twice")
	}
	for _, s := range r.slabs {
		r.a.give(s)
	}
	for _, k := range r.keeps {
		k.Release()
	}
	r.slabs, r.rest, r.keeps = nil, nil, nil
}

// AllocOf returns n zeroed-or-not values of T; contents are unspecified.
func AllocOf[T any](r *Arena, n int) []T {
	var t T
	b := r.Alloc(n * int(unsafe.Sizeof(t)))
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}
