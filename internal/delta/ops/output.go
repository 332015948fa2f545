package ops

import (
	"sync"

	"github.com/flintlake/flintlake/internal/delta/dv"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

// output collects what a command adds and removes: data files, deletion vectors, change files. Workers share it; each takes a sinkSet
// of its own for rows that may go anywhere.
type output struct {
	*target
	stats    *metrics
	identity *identity
	layout   *layout
	checks   *checks

	mu        sync.Mutex
	idle      []*sinkSet
	adds      []*log.AddFile
	removes   []*log.RemoveFile
	cdc       []*log.AddCDCFile
	marks     []mark
	written   []string // keys of all files written, to delete them when the command fails
	changes   *sinkSet // change rows; guarded by changesMu
	changesMu sync.Mutex
}

// mark is a file whose rows get a deletion vector.
type mark struct {
	file *log.AddFile
	rows []int64
}

func newOutput(t *target, stats *metrics) *output {
	o := &output{target: t, stats: stats}
	o.identity, o.checks = newIdentity(t), newChecks(t)
	o.layout = newLayout(t.metadata(), t.goal.Schema)
	if t.cdf {
		o.changes = newSinkSet(o, changeFiles)
	}
	return o
}

// take gives a sinkSet to a worker; put gives it back for the next one.
func (o *output) take() *sinkSet {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := len(o.idle); n > 0 {
		s := o.idle[n-1]
		o.idle = o.idle[:n-1]
		return s
	}
	return newSinkSet(o, dataFiles)
}

func (o *output) put(s *sinkSet) {
	o.mu.Lock()
	o.idle = append(o.idle, s)
	o.mu.Unlock()
}

// insert writes new rows, and change rows where the table keeps them.
func (o *output) insert(b *vec.Batch) error {
	if err := o.changed("insert", b); err != nil {
		return err
	}
	s := o.take()
	defer o.put(s)
	return s.write(b)
}

// changed writes rows to the change files; nothing when the table keeps none.
func (o *output) changed(kind string, b *vec.Batch) error {
	if o.changes == nil || b.Rows() == 0 {
		return nil
	}
	o.changesMu.Lock()
	defer o.changesMu.Unlock()
	return o.changes.writeChange(kind, b)
}

// remove takes a file out of the table.
func (o *output) remove(f *log.AddFile) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.removes = append(o.removes, f.Remove(o.now, true))
	if f.DeletionVector != nil {
		o.stats.add("numTargetDeletionVectorsRemoved", 1)
	}
	o.stats.add("numTargetFilesRemoved", 1)
	o.stats.add("numTargetBytesRemoved", f.Size)
}

// mark gives a file a deletion vector that also covers rows.
func (o *output) mark(f *log.AddFile, rows []int64) {
	o.mu.Lock()
	o.marks = append(o.marks, mark{f, rows})
	o.mu.Unlock()
}

// close finishes all files and writes the deletion vectors.
func (o *output) close() error {
	for _, s := range o.idle {
		if err := s.finish(); err != nil {
			return err
		}
	}
	if o.changes != nil {
		if err := o.changes.finish(); err != nil {
			return err
		}
	}
	return o.writeMarks()
}

// writeMarks writes one deletion vector file for all marked files.
func (o *output) writeMarks() error {
	if len(o.marks) == 0 {
		return nil
	}
	w := dv.NewWriter()
	for _, m := range o.marks {
		bitmap := dv.Of()
		old := m.file.DeletionVector
		if old != nil {
			b, err := dv.Load(o.env, o.log.Locate, old)
			if err != nil {
				return err
			}
			bitmap.Or(b)
		}
		for _, r := range m.rows {
			bitmap.Add(uint64(r))
		}
		d, err := w.Append(bitmap)
		if err != nil {
			return err
		}
		o.removes = append(o.removes, m.file.Remove(o.now, true))
		next := *m.file
		next.DeletionVector, next.DataChange = d, true
		next.Stats = log.LooseBounds(next.Stats)
		o.adds = append(o.adds, &next)
		o.stats.add("numTargetDeletionVectorsAdded", 1)
		if old != nil {
			o.stats.add("numTargetDeletionVectorsUpdated", 1)
			o.stats.add("numTargetDeletionVectorsRemoved", 1)
		}
	}
	return w.Commit(o.env, o.log.Store(), o.log.Root())
}

// abort discards everything that was written.
func (o *output) abort() {
	for _, s := range append(o.idle, o.changes) {
		if s != nil {
			s.abort()
		}
	}
	store := o.log.Store()
	for _, key := range o.written {
		_ = store.Delete(o.env, key) // an orphan is VACUUM's business
	}
}

// actions are what the transaction commits.
func (o *output) actions() []log.Action {
	out := make([]log.Action, 0, len(o.adds)+len(o.removes)+len(o.cdc))
	for _, r := range o.removes {
		out = append(out, r)
	}
	for _, a := range o.adds {
		out = append(out, a)
	}
	for _, c := range o.cdc {
		out = append(out, c)
	}
	return out
}

// finished records a data or change file that is complete.
func (o *output) finished(f *fileSink) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.written = append(o.written, f.key)
	if f.kind == changeFiles {
		o.cdc = append(o.cdc, &log.AddCDCFile{Path: f.path, PartitionValues: f.partition, Size: f.size})
		o.stats.add("numTargetChangeFilesAdded", 1)
		o.stats.add("numTargetChangeFileBytes", f.size)
		return
	}
	o.adds = append(o.adds, &log.AddFile{Path: f.path, PartitionValues: f.partition, Size: f.size, ModificationTime: o.now, DataChange: true, Stats: f.statistics})
	o.stats.add("numTargetFilesAdded", 1)
	o.stats.add("numTargetBytesAdded", f.size)
	o.stats.add("numOutputRows", f.rows)
}

// key is where a path relative to the table is in its store.
func (o *output) key(path string) string { return objstore.Join(o.log.Root(), path) }
