package objstore

import (
	"context"
	"os"
	"path"
	"path/filepath"
)

// localWriter fills a temporary file.
type localWriter struct {
	l         *Local
	f         *os.File // nil once sealed
	key       string
	temporary string // "" once it has its name or is removed
	size      int64
}

func (w *localWriter) Write(p []byte) (int, error) {
	n, err := w.f.Write(p)
	w.size += int64(n)
	return n, wrap("write", w.key, err)
}

func (w *localWriter) CopyFrom(r Reader, offset, n int64) error {
	if src, ok := r.(*localReader); ok {
		done, err := copyFileRange(w.f, src.f, offset, n)
		w.size += done
		offset, n = offset+done, n-done
		if err != nil {
			return wrap("write", w.key, err)
		}
	}
	return copyThrough(w, r, offset, n)
}

// copyThrough moves bytes over a buffer, for stores that cannot do it themselves.
func copyThrough(w Writer, r Reader, offset, n int64) error {
	if n == 0 {
		return nil
	}
	buf := make([]byte, min(n, 1<<20))
	for n > 0 {
		part := buf[:min(n, int64(len(buf)))]
		if _, err := r.ReadAt(part, offset); err != nil {
			return wrap("read", r.Key(), err)
		}
		if _, err := w.Write(part); err != nil {
			return err
		}
		offset += int64(len(part))
		n -= int64(len(part))
	}
	return nil
}

func (w *localWriter) Size() int64 { return w.size }

func (w *localWriter) Commit(ctx context.Context) error { return w.finish(ctx, !w.l.NoDataSync) }

// seal closes the temporary file, after forcing it to the disk if durable.
func (w *localWriter) seal(ctx context.Context, durable bool) error {
	if err := ctx.Err(); err != nil {
		return wrap("write", w.key, err)
	}
	f := w.f
	w.f = nil
	if durable {
		if err := f.Sync(); err != nil {
			f.Close()
			return wrap("write", w.key, err)
		}
	}
	return wrap("write", w.key, f.Close())
}

func (w *localWriter) finish(ctx context.Context, durable bool) error {
	if err := w.seal(ctx, durable); err != nil {
		return err
	}
	if err := os.Rename(w.temporary, filepath.FromSlash(w.key)); err != nil {
		return wrap("write", w.key, err)
	}
	w.temporary = ""
	if !durable {
		return nil
	}
	return wrap("write", w.key, syncDir(path.Dir(w.key)))
}

func (w *localWriter) Abort() {
	if w.f != nil {
		w.f.Close()
		w.f = nil
	}
	if w.temporary != "" {
		os.Remove(w.temporary)
		w.temporary = ""
	}
}
