package scan

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
	"github.com/google/uuid"
)

// WriteRequest is what to write as files of a format.
type WriteRequest struct {
	Stores   *objstore.Stores
	Format   string
	Path     string
	Options  map[string]string
	Settings *conf.Settings
	// Data are the columns of the files. Batches have these, and then a string column for each of PartitionBy: the value as text.
	Data        types.StructType
	PartitionBy []string
	// Replace removes the files that were there: those below Below ("p=1" of a static partition, "" for all), or with Dynamic only
	// those of the partitions that get rows.
	Replace bool
	Dynamic bool
	Below   string
	// RowsMax ends a file after so many rows; 0 for no bound.
	RowsMax int64
}

// successMarker is the empty file that says that a job ended well.
const successMarker = "_SUCCESS"

// WriteFiles writes all batches that next gives (nil at the end; they are released here). New files appear before old ones go, so a
// failure leaves what was there; files of a failed write are removed.
func WriteFiles(ctx context.Context, r WriteRequest, next func() (*vec.Batch, error)) (err error) {
	store, root, err := r.Stores.Resolve(r.Path)
	if err != nil {
		return err
	}
	w := &filesWriter{request: r, ctx: ctx, store: store, root: root, id: uuid.NewString(), open: map[string]*partFile{}}
	if w.codec, err = newFileCodec(r); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			w.undo()
		}
	}()
	old, err := w.present()
	if err != nil {
		return err
	}
	if err := w.all(next); err != nil {
		return err
	}
	for _, key := range old {
		if !r.Dynamic || w.dirs[path.Dir(key)] {
			if err := store.Delete(ctx, key); err != nil {
				return err
			}
		}
	}
	return store.Put(ctx, objstore.Join(root, successMarker), nil)
}

// RemoveFiles deletes the data files below a folder and the marker of the job that wrote them.
func RemoveFiles(ctx context.Context, stores *objstore.Stores, p string) error {
	store, root, err := stores.Resolve(p)
	if err != nil {
		return err
	}
	w := &filesWriter{request: WriteRequest{Replace: true}, ctx: ctx, store: store, root: root}
	old, err := w.present()
	if err != nil {
		return err
	}
	for _, key := range append(old, objstore.Join(root, successMarker)) {
		if err := store.Delete(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// filesWriter is one job: a file for every partition that is open.
type filesWriter struct {
	request WriteRequest
	ctx     context.Context
	store   objstore.Store
	root    string
	id      string // common to the names of all files
	codec   fileCodec
	open    map[string]*partFile // by partition folder
	order   []*partFile
	written []string
	dirs    map[string]bool // folders that got files
}

// partFile is a file being written.
type partFile struct {
	dir    string
	count  int // files before this one in the folder
	object objstore.Writer
	writer rowWriter
	key    string
	rows   int64
}

// present are the data files that the write replaces.
func (w *filesWriter) present() ([]string, error) {
	if !w.request.Replace {
		return nil, nil
	}
	var out []string
	dir := w.root
	if w.request.Below != "" {
		dir = objstore.Join(w.root, w.request.Below)
	}
	for info, err := range objstore.Walk(w.ctx, w.store, dir, func(i objstore.Info) bool { return hidden(i.Name()) }) {
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return nil, err
		}
		if !hidden(info.Name()) {
			out = append(out, info.Key)
		}
	}
	return out, nil
}

func (w *filesWriter) all(next func() (*vec.Batch, error)) error {
	if len(w.request.PartitionBy) == 0 { // without rows, too, there is a file: it keeps the schema
		if _, err := w.file(""); err != nil {
			return err
		}
	}
	for {
		b, err := next()
		if err != nil {
			return err
		}
		if b == nil {
			break
		}
		err = w.route(b)
		b.Release()
		if err != nil {
			return err
		}
	}
	w.dirs = map[string]bool{}
	for _, f := range w.order {
		if err := w.finish(f); err != nil {
			return err
		}
	}
	for _, key := range w.written {
		w.dirs[path.Dir(key)] = true
	}
	return nil
}

// route writes the rows of a batch to the files of their partitions.
func (w *filesWriter) route(b *vec.Batch) error {
	n := len(w.request.PartitionBy)
	if n == 0 {
		return w.write("", b)
	}
	data := len(b.Cols) - n
	texts := b.Cols[data:]
	rows := map[string]vec.Sel{}
	var dirs []string
	for _, r := range vec.SelOrAll(b.Sel, b.Len) {
		values := make(log.PartitionValues, n)
		for i, v := range texts {
			text, ok := vec.ValueAt(v, int(r)).(string)
			values[i] = log.PartitionValue{Column: w.request.PartitionBy[i], Value: text, Null: !ok}
		}
		dir := log.PartitionDir(values)
		if _, seen := rows[dir]; !seen {
			dirs = append(dirs, dir)
		}
		rows[dir] = append(rows[dir], r)
	}
	for _, dir := range dirs {
		part := *b
		part.Cols, part.Sel = b.Cols[:data], rows[dir]
		if err := w.write(dir, &part); err != nil {
			return err
		}
	}
	return nil
}

func (w *filesWriter) write(dir string, b *vec.Batch) error {
	f, err := w.file(dir)
	if err != nil {
		return err
	}
	sel := vec.SelOrAll(b.Sel, b.Len)
	for len(sel) > 0 {
		if f.writer == nil {
			if err := w.start(f); err != nil {
				return err
			}
		}
		part, n := *b, len(sel)
		if limit := w.request.RowsMax; limit > 0 {
			n = int(min(int64(n), limit-f.rows))
		}
		part.Sel = sel[:n]
		if err := f.writer.Write(&part); err != nil {
			return err
		}
		f.rows += int64(n)
		sel = sel[n:]
		if w.request.RowsMax > 0 && f.rows >= w.request.RowsMax {
			if err := w.finish(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// file is the file of a folder that takes rows now.
func (w *filesWriter) file(dir string) (*partFile, error) {
	f := w.open[dir]
	if f == nil {
		f = &partFile{dir: dir}
		w.open[dir] = f
		w.order = append(w.order, f)
		return f, w.start(f)
	}
	return f, nil
}

func (w *filesWriter) start(f *partFile) error {
	separator := "-"
	if f.dir != "" {
		separator = "." // as Spark's writer of dynamic partitions names them
	}
	f.key = objstore.Join(w.root, path.Join(f.dir, fmt.Sprintf("part-00000-%s%sc%03d%s", w.id, separator, f.count, w.codec.suffix())))
	f.count++
	f.rows = 0
	var err error
	if f.object, err = w.store.Create(w.ctx, f.key); err != nil {
		return err
	}
	if f.writer, err = w.codec.start(f.object, w.request.Data); err != nil {
		f.object.Abort()
		f.object = nil
	}
	return err
}

func (w *filesWriter) finish(f *partFile) error {
	if f.writer == nil {
		return nil
	}
	if err := f.writer.Close(); err != nil {
		return err
	}
	f.writer = nil
	object := f.object
	f.object = nil
	defer object.Abort()
	if err := object.Commit(w.ctx); err != nil {
		return err
	}
	w.written = append(w.written, f.key)
	return nil
}

// undo removes what a failed write left. Its own failures are not reported: the first error matters.
func (w *filesWriter) undo() {
	for _, f := range w.order {
		if f.object != nil {
			if a, ok := f.writer.(interface{ Abort() }); ok {
				a.Abort()
			}
			f.object.Abort()
		}
	}
	for _, key := range w.written {
		_ = w.store.Delete(context.WithoutCancel(w.ctx), key)
	}
}

// FolderOf is the folder of partition values given as texts, "p=1/q=x".
func FolderOf(columns []string, values []*string) string {
	var p log.PartitionValues
	for i, c := range columns {
		v := log.PartitionValue{Column: c, Null: values[i] == nil}
		if !v.Null {
			v.Value = *values[i]
		}
		p = append(p, v)
	}
	return strings.TrimSuffix(log.PartitionDir(p), "/")
}
