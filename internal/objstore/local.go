package objstore

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Local is the file system of this machine. The zero value is ready.
//
// New objects are written under a hidden temporary name beside their place (".name.random.tmp", which Delta and Spark
// ignore), then linked or renamed into it, so that a killed process leaves no torn object.
type Local struct {
	// NoDataSync leaves objects made by Create to the system's write-back instead of forcing them to the disk. A power
	// failure soon after a commit may then lose rows of committed files; a killed process does not. Put and PutIfAbsent always sync.
	NoDataSync bool
}

func (l *Local) Get(ctx context.Context, key string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, wrap("read", key, err)
	}
	b, err := os.ReadFile(filepath.FromSlash(key))
	return b, wrap("read", key, err)
}

func (l *Local) GetRange(ctx context.Context, key string, offset, n int64) ([]byte, error) {
	r, err := l.Open(ctx, key, -1)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return readRange(r, offset, n)
}

// readRange clips (offset, n) to the object as GetRange promises.
func readRange(r Reader, offset, n int64) ([]byte, error) {
	if offset < 0 {
		offset = max(0, r.Size()+offset)
	}
	n = max(0, min(n, r.Size()-offset))
	b := make([]byte, n)
	if n == 0 {
		return b, nil
	}
	if _, err := r.ReadAt(b, offset); err != nil {
		return nil, err
	}
	return b, nil
}

func (l *Local) Stat(ctx context.Context, key string) (Info, error) {
	if err := ctx.Err(); err != nil {
		return Info{}, wrap("stat", key, err)
	}
	st, err := os.Stat(filepath.FromSlash(key))
	if err != nil {
		return Info{}, wrap("stat", key, err)
	}
	return localInfo(key, st), nil
}

func localInfo(key string, st fs.FileInfo) Info {
	return Info{Key: key, Size: st.Size(), Modified: st.ModTime(), IsDir: st.IsDir()}
}

// List reads the folder at once and stats only the names it yields: a log of 20,000 commits costs one directory scan plus
// a stat for each name after startAfter.
func (l *Local) List(ctx context.Context, dir, startAfter string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		entries, err := readDir(dir, startAfter)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil {
			yield(Info{}, wrap("list", dir, err))
			return
		}
		for _, name := range entries {
			if ctx.Err() != nil {
				yield(Info{}, wrap("list", dir, ctx.Err()))
				return
			}
			key := Join(dir, name)
			st, err := os.Stat(filepath.FromSlash(key))
			if errors.Is(err, fs.ErrNotExist) { // deleted meanwhile, or a dangling link
				continue
			}
			if err != nil {
				yield(Info{}, wrap("list", dir, err))
				return
			}
			if !yield(localInfo(key, st), nil) {
				return
			}
		}
	}
}

func readDir(dir, startAfter string) ([]string, error) {
	d, err := os.Open(filepath.FromSlash(dir))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n <= startAfter || isTemporary(n) })
	slices.Sort(names)
	return names, nil
}

const temporarySuffix = ".fltmp"

func isTemporary(name string) bool { return name[0] == '.' && strings.HasSuffix(name, temporarySuffix) }

func (l *Local) Put(ctx context.Context, key string, data []byte) error {
	w, err := l.create(key)
	if err != nil {
		return err
	}
	defer w.Abort()
	if _, err := w.Write(data); err != nil {
		return err
	}
	return w.finish(ctx, true)
}

// PutIfAbsent links a finished temporary file to its name: link(2) fails when the name exists, and readers see the whole
// content at once. File systems without hard links get an exclusive create, whose content a reader might catch half written.
func (l *Local) PutIfAbsent(ctx context.Context, key string, data []byte) (PutOutcome, error) {
	name := filepath.FromSlash(key)
	if _, err := os.Lstat(name); err == nil { // the usual lost race costs one stat
		return Exists, nil
	}
	w, err := l.create(key)
	if err != nil {
		return Failed, err
	}
	defer w.Abort()
	if _, err := w.Write(data); err != nil {
		return Failed, err
	}
	if err := w.seal(ctx, true); err != nil {
		return Failed, err
	}
	err = os.Link(w.temporary, name)
	switch {
	case err == nil:
	case errors.Is(err, fs.ErrExist):
		return Exists, nil
	case noLinks(err):
		if outcome, err := putExclusive(name, data); outcome != Written {
			return outcome, wrap("create", key, err)
		}
	default:
		return Failed, wrap("create", key, err)
	}
	if err := syncDir(path.Dir(key)); err != nil {
		return Unknown, wrap("create", key, err)
	}
	return Written, nil
}

func noLinks(err error) bool {
	return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.EXDEV)
}

func putExclusive(name string, data []byte) (PutOutcome, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return Exists, nil
	}
	if err != nil {
		return Failed, err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		os.Remove(name) // it is ours: nobody else could create it
		return Failed, err
	}
	return Written, nil
}

func (l *Local) Delete(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return wrap("delete", key, err)
	}
	err := os.Remove(filepath.FromSlash(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return wrap("delete", key, err)
}

func (l *Local) Create(ctx context.Context, key string) (Writer, error) {
	if err := ctx.Err(); err != nil {
		return nil, wrap("create", key, err)
	}
	w, err := l.create(key)
	if err != nil {
		return nil, err
	}
	return w, nil
}

func (l *Local) create(key string) (*localWriter, error) {
	dir, base := path.Split(key)
	var salt [6]byte
	rand.Read(salt[:])
	temporary := filepath.FromSlash(dir + "." + base + "." + hex.EncodeToString(salt[:]) + temporarySuffix)
	const flags = os.O_RDWR | os.O_CREATE | os.O_EXCL
	f, err := os.OpenFile(temporary, flags, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.FromSlash(dir), 0o755); err != nil {
			return nil, wrap("create", key, err)
		}
		f, err = os.OpenFile(temporary, flags, 0o644)
	}
	if err != nil {
		return nil, wrap("create", key, err)
	}
	return &localWriter{l: l, f: f, key: key, temporary: temporary}, nil
}

func (l *Local) Open(ctx context.Context, key string, _ int64) (Reader, error) {
	if err := ctx.Err(); err != nil {
		return nil, wrap("open", key, err)
	}
	f, err := os.Open(filepath.FromSlash(key))
	if err != nil {
		return nil, wrap("open", key, err)
	}
	st, err := f.Stat()
	if err == nil && st.IsDir() {
		err = syscall.EISDIR
	}
	if err != nil {
		f.Close()
		return nil, wrap("open", key, err)
	}
	return &localReader{f: f, key: key, size: st.Size()}, nil
}

func (l *Local) URI(key string) string { return "file:" + key }

// localReader reads by pread. A memory map was not chosen: a file truncated under it would kill the process.
type localReader struct {
	f    *os.File
	key  string
	size int64
}

func (r *localReader) ReadAt(p []byte, offset int64) (int, error) {
	n, err := r.f.ReadAt(p, offset)
	if err != nil && err != io.EOF {
		err = wrap("read", r.key, err)
	}
	return n, err
}

func (r *localReader) Close() error { return wrap("close", r.key, r.f.Close()) }
func (r *localReader) Size() int64  { return r.size }
func (r *localReader) Key() string  { return r.key }

// Local tells parquet readers that small reads are cheap here.
func (r *localReader) Local() bool { return true }

// bare drops the path that os errors carry, since Error names the key.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}
