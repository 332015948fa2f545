package objstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// stores are all implementations, each with a folder to work in.
func stores(t *testing.T) map[string]struct {
	s   Store
	dir string
} {
	return map[string]struct {
		s   Store
		dir string
	}{
		"local":  {&Local{}, filepath.ToSlash(t.TempDir()) + "/t"},
		"memory": {NewMemory(), "/t"},
		"faulty": {NewFaulty(NewMemory(), nil), "/t"},
	}
}

func TestContract(t *testing.T) {
	for name, c := range stores(t) {
		t.Run(name, func(t *testing.T) { contract(t, c.s, c.dir) })
	}
}

func contract(t *testing.T, s Store, dir string) {
	ctx := context.Background()
	if got := names(t, s, dir, ""); got != "" {
		t.Fatalf("missing directory lists %q", got)
	}
	if _, err := s.Get(ctx, dir+"/none"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), dir+"/none") {
		t.Fatalf("missing object: %v", err)
	}
	for _, k := range []string{"b", "a%20b", "a/x", "a/y/z", "ä b", "c=1"} {
		if err := s.Put(ctx, dir+"/"+k, []byte(k)); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(t, s, dir, ""); got != "a/ a%20b b c=1 ä b" {
		t.Errorf("list: %q", got)
	}
	if got := names(t, s, dir, "a%20b"); got != "b c=1 ä b" {
		t.Errorf("list after: %q", got)
	}
	var walked []string
	for i, err := range Walk(ctx, s, dir, nil) {
		if err != nil {
			t.Fatal(err)
		}
		walked = append(walked, strings.TrimPrefix(i.Key, dir+"/"))
	}
	if got := strings.Join(walked, " "); got != "a/x a/y/z a%20b b c=1 ä b" {
		t.Errorf("walk: %q", got)
	}
	if o, err := s.PutIfAbsent(ctx, dir+"/b", []byte("no")); o != Exists || err != nil {
		t.Errorf("lost race: %v %v", o, err)
	}
	if o, err := s.PutIfAbsent(ctx, dir+"/n/new", []byte("0123456789")); o != Written || err != nil {
		t.Errorf("won race: %v %v", o, err)
	}
	for _, c := range []struct {
		off, n int64
		want   string
	}{{0, 3, "012"}, {8, 10, "89"}, {-4, 2, "67"}, {-20, 2, "01"}, {20, 2, ""}} {
		if b, err := s.GetRange(ctx, dir+"/n/new", c.off, c.n); string(b) != c.want || err != nil {
			t.Errorf("range %d %d: %q %v", c.off, c.n, b, err)
		}
	}
	if i, err := s.Stat(ctx, dir+"/n/new"); err != nil || i.Size != 10 || i.IsDir || i.Modified.IsZero() {
		t.Errorf("stat: %+v %v", i, err)
	}
	if i, err := s.Stat(ctx, dir+"/n"); err != nil || !i.IsDir {
		t.Errorf("stat of a directory: %+v %v", i, err)
	}
	writer(t, s, dir)
	for range 2 {
		if err := s.Delete(ctx, dir+"/b"); err != nil {
			t.Errorf("delete: %v", err)
		}
	}
}

func writer(t *testing.T, s Store, dir string) {
	ctx := context.Background()
	r, err := s.Open(ctx, dir+"/n/new", 10)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w, err := s.Create(ctx, dir+"/d/data")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(w, "head ")
	if err := w.CopyFrom(r, 3, 4); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Stat(ctx, dir+"/d/data"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("visible before commit: %v", err)
	}
	if err := w.Commit(ctx); err != nil || w.Size() != 9 {
		t.Fatalf("commit: %v, size %d", err, w.Size())
	}
	w.Abort()
	if b, err := s.Get(ctx, dir+"/d/data"); string(b) != "head 3456" {
		t.Errorf("written: %q %v", b, err)
	}
	if w, err = s.Create(ctx, dir+"/d/gone"); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(w, "x")
	w.Abort()
	if got := names(t, s, dir+"/d", ""); got != "data" {
		t.Errorf("after abort: %q", got)
	}
}

func names(t *testing.T, s Store, dir, after string) string {
	t.Helper()
	var l []string
	for i, err := range s.List(context.Background(), dir, after) {
		if err != nil {
			t.Fatal(err)
		}
		n := i.Name()
		if i.IsDir {
			n += "/"
		}
		l = append(l, n)
	}
	return strings.Join(l, " ")
}

func TestPutIfAbsentHasOneWinner(t *testing.T) {
	for name, c := range stores(t) {
		t.Run(name, func(t *testing.T) {
			for round := range 20 {
				var wins atomic.Int32
				var wg sync.WaitGroup
				for i := range 8 {
					wg.Go(func() {
						o, err := c.s.PutIfAbsent(context.Background(), fmt.Sprintf("%s/%d", c.dir, round), fmt.Appendf(nil, "%d", i))
						if err != nil {
							t.Error(err)
						}
						if o == Written {
							wins.Add(1)
						}
					})
				}
				wg.Wait()
				if wins.Load() != 1 {
					t.Fatalf("%d winners", wins.Load())
				}
			}
		})
	}
}

func TestLocalLeavesNoTemporaryFile(t *testing.T) {
	dir := t.TempDir()
	l := &Local{}
	for range 2 {
		if _, err := l.PutIfAbsent(context.Background(), dir+"/a", []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
	if o, err := putExclusive(dir+"/a", nil); o != Exists || err != nil {
		t.Errorf("exclusive create: %v %v", o, err)
	}
}

func TestFaults(t *testing.T) {
	ctx := context.Background()
	m := NewMemory()
	f := NewFaulty(m, FailNth(2, Fault{Err: ErrInjected, Done: true}))
	if err := f.Put(ctx, "/a", nil); err != nil {
		t.Fatal(err)
	}
	if o, err := f.PutIfAbsent(ctx, "/b", []byte("x")); o != Unknown || !errors.Is(err, ErrInjected) {
		t.Errorf("done but reported failed: %v %v", o, err)
	}
	if b, err := f.Get(ctx, "/b"); string(b) != "x" || err != nil {
		t.Errorf("was done: %q %v", b, err)
	}
	f.SetFaults(FailNth(1, Fault{Err: ErrInjected, Torn: true}))
	if err := f.Put(ctx, "/c", []byte("abcd")); !errors.Is(err, ErrInjected) {
		t.Errorf("torn: %v", err)
	}
	if b, _ := m.Get(ctx, "/c"); string(b) != "ab" {
		t.Errorf("torn left %q", b)
	}
	f.SetFaults(nil)
	f.LimitSpace(3)
	if err := f.Put(ctx, "/d", []byte("abc")); err != nil {
		t.Error(err)
	}
	if _, err := f.PutIfAbsent(ctx, "/e", []byte("a")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("full: %v", err)
	}
	if got := f.Requests(OpPut, OpPutIfAbsent); got != 5 {
		t.Errorf("counted %d", got)
	}
}

func TestResolve(t *testing.T) {
	wd, _ := os.Getwd()
	var s Stores
	for _, c := range []struct{ in, uri, condition string }{
		{"/a//b/../c/", "file:/a/c", ""},
		{"file:/a b%20", "file:/a b%20", ""},
		{"file:///a", "file:/a", ""},
		{"rel", "file:" + filepath.ToSlash(wd) + "/rel", ""},
		{"x:y", "file:" + filepath.ToSlash(wd) + "/x:y", ""},
		{"memory://t/u", "memory:/t/u", ""},
		{"abfss://bucket/t", "", "UNSUPPORTED_FEATURE"},
	} {
		st, key, err := s.Resolve(c.in)
		if c.condition != "" {
			if err == nil || !strings.Contains(err.Error(), c.condition) {
				t.Errorf("%s: %v", c.in, err)
			}
			continue
		}
		if err != nil || st.URI(key) != c.uri {
			t.Errorf("%s: %v, %v", c.in, key, err)
		}
	}
}
