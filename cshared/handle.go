package main

import (
	"sync"

	"github.com/flintlake/flintlake/internal/session"
)

// table maps handles to Go values. Handles start at 1 and are never used twice, so a stale one is noticed.
type table[T any] struct {
	mu   sync.RWMutex
	next int64
	of   map[int64]T
}

func (t *table[T]) put(v T) int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of == nil {
		t.of = map[int64]T{}
	}
	t.next++
	t.of[t.next] = v
	return t.next
}

func (t *table[T]) get(h int64) (T, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	v, ok := t.of[h]
	return v, ok
}

func (t *table[T]) take(h int64) (T, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, ok := t.of[h]
	delete(t.of, h)
	return v, ok
}

func (t *table[T]) all() []T {
	t.mu.RLock()
	defer t.mu.RUnlock()
	out := make([]T, 0, len(t.of))
	for _, v := range t.of {
		out = append(out, v)
	}
	return out
}

// The handles of the process: a C interface has nowhere else to keep them.
var (
	sessions   table[*session.Session]
	operations table[*operation]
)
