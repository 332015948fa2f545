package objstore

import (
	"bytes"
	"context"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"
)

// Memory keeps objects in this process.
type Memory struct {
	mu      sync.RWMutex
	objects map[string]object
}

type object struct {
	data     []byte // never changed once stored
	modified time.Time
}

// NewMemory makes an empty store.
func NewMemory() *Memory { return &Memory{objects: map[string]object{}} }

func (m *Memory) find(op, key string) (object, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	o, ok := m.objects[key]
	if !ok {
		return o, wrap(op, key, fs.ErrNotExist)
	}
	return o, nil
}

func (m *Memory) Get(ctx context.Context, key string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, wrap("read", key, err)
	}
	o, err := m.find("read", key)
	return bytes.Clone(o.data), err
}

func (m *Memory) GetRange(ctx context.Context, key string, offset, n int64) ([]byte, error) {
	r, err := m.Open(ctx, key, -1)
	if err != nil {
		return nil, err
	}
	return readRange(r, offset, n)
}

func (m *Memory) Stat(_ context.Context, key string) (Info, error) {
	o, err := m.find("stat", key)
	if err == nil {
		return Info{Key: key, Size: int64(len(o.data)), Modified: o.modified}, nil
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	for k := range m.objects {
		if strings.HasPrefix(k, Join(key)+"/") {
			return Info{Key: key, IsDir: true}, nil
		}
	}
	return Info{}, err
}

func (m *Memory) List(ctx context.Context, dir, startAfter string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		for _, info := range m.children(dir, startAfter) {
			if ctx.Err() != nil {
				yield(Info{}, wrap("list", dir, ctx.Err()))
				return
			}
			if !yield(info, nil) {
				return
			}
		}
	}
}

func (m *Memory) children(dir, startAfter string) []Info {
	prefix := Join(dir) + "/"
	found := map[string]Info{}
	m.mu.RLock()
	for key, o := range m.objects {
		rest, ok := strings.CutPrefix(key, prefix)
		if !ok {
			continue
		}
		name, _, nested := strings.Cut(rest, "/")
		if name <= startAfter {
			continue
		}
		if nested {
			found[name] = Info{Key: prefix + name, IsDir: true}
		} else {
			found[name] = Info{Key: key, Size: int64(len(o.data)), Modified: o.modified}
		}
	}
	m.mu.RUnlock()
	infos := make([]Info, 0, len(found))
	for _, i := range found {
		infos = append(infos, i)
	}
	slices.SortFunc(infos, func(a, b Info) int { return strings.Compare(a.Key, b.Key) })
	return infos
}

func (m *Memory) Put(ctx context.Context, key string, data []byte) error {
	if err := ctx.Err(); err != nil {
		return wrap("write", key, err)
	}
	m.set(key, bytes.Clone(data))
	return nil
}

func (m *Memory) set(key string, data []byte) {
	m.mu.Lock()
	m.objects[key] = object{data, time.Now()}
	m.mu.Unlock()
}

func (m *Memory) PutIfAbsent(ctx context.Context, key string, data []byte) (PutOutcome, error) {
	if err := ctx.Err(); err != nil {
		return Failed, wrap("create", key, err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.objects[key]; ok {
		return Exists, nil
	}
	m.objects[key] = object{bytes.Clone(data), time.Now()}
	return Written, nil
}

func (m *Memory) Delete(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return wrap("delete", key, err)
	}
	m.mu.Lock()
	delete(m.objects, key)
	m.mu.Unlock()
	return nil
}

func (m *Memory) Create(ctx context.Context, key string) (Writer, error) {
	return &memoryWriter{m: m, key: key}, wrap("create", key, ctx.Err())
}

func (m *Memory) Open(ctx context.Context, key string, _ int64) (Reader, error) {
	if err := ctx.Err(); err != nil {
		return nil, wrap("open", key, err)
	}
	o, err := m.find("open", key)
	if err != nil {
		return nil, err
	}
	return &memoryReader{bytes.NewReader(o.data), key}, nil
}

func (m *Memory) URI(key string) string { return "memory:" + key }

type memoryReader struct {
	*bytes.Reader
	key string
}

func (r *memoryReader) Close() error { return nil }
func (r *memoryReader) Key() string  { return r.key }
func (r *memoryReader) Local() bool  { return true }

type memoryWriter struct {
	m    *Memory
	key  string
	buf  []byte
	done bool
}

func (w *memoryWriter) Write(p []byte) (int, error) {
	w.buf = append(w.buf, p...)
	return len(p), nil
}

func (w *memoryWriter) CopyFrom(r Reader, offset, n int64) error {
	return copyThrough(w, r, offset, n)
}

func (w *memoryWriter) Size() int64 { return int64(len(w.buf)) }

func (w *memoryWriter) Commit(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return wrap("write", w.key, err)
	}
	if !w.done {
		w.m.set(w.key, w.buf)
		w.done = true
	}
	return nil
}

func (w *memoryWriter) Abort() { w.done = true }
