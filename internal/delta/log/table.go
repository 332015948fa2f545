package log

import (
	"context"
	"errors"
	"io/fs"
	"sync"

	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

// Table is a Delta table at a place. It keeps the newest snapshot it has seen and refreshes it by reading only what is
// new. It is safe for concurrent use; use one per table and session (see Tables).
type Table struct {
	stores *objstore.Stores
	store  objstore.Store
	root   string
	opts   Options

	mu       sync.Mutex
	snapshot *Snapshot
}

// Options are what a session gives to its tables.
type Options struct {
	// Parquet reads and writes checkpoints; nil means package parquetio.
	Parquet Parquet
	// Allocator gives the memory of checkpoints being read and written; nil makes one per table.
	Allocator *vec.Allocator
	// EngineInfo is written to commitInfo: "Flintlake/0.1".
	EngineInfo string
	// Name is how error messages call the table; "" means its URI.
	Name string
	// CommitAttemptsMax bounds the retries of one commit; 0 means Delta's ten million.
	CommitAttemptsMax int
}

// NewTable makes the Table at key root of store; nothing is read. stores resolves absolute paths in the log (shallow
// clones); nil allows local ones only.
func NewTable(stores *objstore.Stores, store objstore.Store, root string, opts Options) *Table {
	if stores == nil {
		stores = &objstore.Stores{}
	}
	if opts.Allocator == nil {
		opts.Allocator = vec.NewAllocator(0)
	}
	if opts.Parquet == nil {
		opts.Parquet = parquetFiles{opts.Allocator}
	}
	return &Table{stores: stores, store: store, root: root, opts: opts}
}

// Tables hands out one Table per place, so that their snapshots are shared within a session.
type Tables struct {
	Stores  *objstore.Stores
	Options Options

	mu     sync.Mutex
	tables map[string]*Table
}

// Open gives the Table at a path as the user writes it; nothing is read.
func (s *Tables) Open(path string) (*Table, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Stores == nil {
		s.Stores = &objstore.Stores{}
	}
	store, root, err := s.Stores.Resolve(path)
	if err != nil {
		return nil, err
	}
	uri := store.URI(root)
	if t, ok := s.tables[uri]; ok {
		return t, nil
	}
	if s.tables == nil {
		s.tables = map[string]*Table{}
	}
	t := NewTable(s.Stores, store, root, s.Options)
	s.tables[uri] = t
	return t, nil
}

// Forget drops what is cached of a path, after DROP TABLE.
func (s *Tables) Forget(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Stores == nil {
		return
	}
	if store, root, err := s.Stores.Resolve(path); err == nil {
		delete(s.tables, store.URI(root))
	}
}

// Store is where the table lives, Root its key there.
func (t *Table) Store() objstore.Store { return t.store }

// Root is the key of the table folder.
func (t *Table) Root() string { return t.root }

// URI is the table's place as Spark shows it: "file:/data/t".
func (t *Table) URI() string { return t.store.URI(t.root) }

// Name is how error messages call the table.
func (t *Table) Name() string {
	if t.opts.Name != "" {
		return t.opts.Name
	}
	return "delta.`" + t.root + "`"
}

func (t *Table) logKey() string { return objstore.Join(t.root, logDir) }

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// Exists tells whether a Delta log with at least one version is there.
func (t *Table) Exists(ctx context.Context) (bool, error) {
	for info, err := range t.store.List(ctx, t.logKey(), "") {
		if err != nil {
			return false, err
		}
		if k := parseName(info.Name()).kind; k != otherFile && k != checksumFile {
			return true, nil
		}
	}
	return false, nil
}

// Snapshot is the newest version. It costs one listing when nothing has changed since the last call.
func (t *Table) Snapshot(ctx context.Context) (*Snapshot, error) {
	t.mu.Lock()
	last := t.snapshot
	t.mu.Unlock()
	var s *Snapshot
	var err error
	if last != nil {
		s, err = t.refresh(ctx, last)
	}
	if s == nil && err == nil {
		s, err = t.load(ctx, latest)
	}
	if err != nil {
		return nil, err
	}
	t.remember(s, last)
	return s, nil
}

// remember keeps s unless another goroutine has seen something newer meanwhile.
func (t *Table) remember(s, before *Snapshot) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.snapshot == before || t.snapshot == nil || t.snapshot.id() != s.id() || t.snapshot.Version < s.Version {
		t.snapshot = s
	}
}

// refresh reads the commits after last. It gives nil when the log is not a continuation of last: the table was dropped and
// made anew, or commits are gone.
func (t *Table) refresh(ctx context.Context, last *Snapshot) (*Snapshot, error) {
	l, err := t.list(ctx, last.Version, latest)
	if err != nil {
		return nil, err
	}
	own, ok := l.commits[last.Version]
	if !ok || !last.isCommit(own) {
		return nil, nil
	}
	var entries []logEntry
	for v := last.Version + 1; v <= l.newest; v++ {
		info, ok := l.commits[v]
		if !ok {
			return nil, nil
		}
		entries = append(entries, logEntry{v, v, info})
	}
	if len(entries) == 0 {
		return last, nil
	}
	commits, err := t.readEntries(ctx, entries)
	if err != nil {
		return nil, err
	}
	return last.next(commits, entries[len(entries)-1].info)
}

// SnapshotAt is the table as of a version. A version that is not there is DELTA_VERSION_NOT_FOUND.
func (t *Table) SnapshotAt(ctx context.Context, version int64) (*Snapshot, error) {
	t.mu.Lock()
	last := t.snapshot
	t.mu.Unlock()
	if last != nil && last.Version == version {
		if s, err := t.refresh(ctx, last); err == nil && s != nil { // still the same table
			return last, nil
		}
	}
	if version < 0 {
		l, err := t.list(ctx, 0, latest)
		if err != nil {
			return nil, err
		}
		return nil, l.notFound(version)
	}
	s, err := t.load(ctx, version)
	if err != nil {
		return nil, t.explainMissing(ctx, version, err)
	}
	return s, nil
}

// explainMissing turns the failure of building an old version into DELTA_VERSION_NOT_FOUND when log clean-up took it away.
func (t *Table) explainMissing(ctx context.Context, version int64, cause error) error {
	l, err := t.list(ctx, 0, latest)
	if err != nil || l.newest < 0 {
		return cause
	}
	if version > l.newest || version < l.earliest() || l.earliest() < 0 {
		return l.notFound(version)
	}
	return cause
}
