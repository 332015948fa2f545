package fn

import (
	"strings"
	"sync/atomic"
)

// Cache keeps what was last prepared from a text argument (a regular expression, a pattern), so that a constant argument is prepared
// once. It may be used by several goroutines.
type Cache[T any] struct{ last atomic.Pointer[cached[T]] }

type cached[T any] struct {
	key   string
	value T
	err   error
}

// Get gives prepare(key), from the cache when the key is that of the call before.
func (c *Cache[T]) Get(key string, prepare func(string) (T, error)) (T, error) {
	if e := c.last.Load(); e != nil && e.key == key {
		return e.value, e.err
	}
	e := &cached[T]{key: strings.Clone(key)}
	e.value, e.err = prepare(e.key)
	c.last.Store(e)
	return e.value, e.err
}
