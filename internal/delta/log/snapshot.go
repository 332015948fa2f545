package log

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/objstore"
)

// Snapshot is one version of a table. It is immutable; its methods are safe for concurrent use.
type Snapshot struct {
	Version  int64
	Protocol *Protocol
	Metadata *Metadata

	table   *Table
	commit  objstore.Info // of the last commit; without Key when only a checkpoint is left of it
	info    *CommitInfo   // of the last commit, nil when not read
	txns    map[string]SetTransaction
	domains map[string]DomainMetadata
	base    *base
	recent  *recent

	schemaOnce sync.Once
	schema     types.StructType
	schemaErr  error

	sizesMu sync.Mutex
	sizes   *Sizes
}

// Sizes are totals over the active files.
type Sizes struct {
	Files int64
	Bytes int64
	// Rows is the number of live rows, -1 when a file has no statistics.
	Rows int64
}

// load builds a version from its files. An unreadable checkpoint is left out and the version built from an older one or
// from commits alone, where these reach back.
func (t *Table) load(ctx context.Context, version int64) (*Snapshot, error) {
	bad := map[string]bool{}
	var first error
	for {
		seg, err := t.findSegment(ctx, version, bad)
		if err != nil {
			if first != nil {
				return nil, first
			}
			return nil, err
		}
		s, err := t.build(ctx, seg)
		if err == nil {
			return s, nil
		}
		if first == nil {
			first = err
		}
		if !isBadCheckpoint(err) || seg.checkpoint == nil {
			return nil, first
		}
		bad[seg.checkpoint.files[0].Key] = true
		version = seg.version
	}
}

func (t *Table) build(ctx context.Context, seg *segment) (*Snapshot, error) {
	s := &Snapshot{Version: seg.version, table: t, txns: map[string]SetTransaction{}, domains: map[string]DomainMetadata{}, base: newBase(t, seg.checkpoint)}
	var commits []*Commit
	g, gctx := errgroup.WithContext(ctx) // side by side, since each costs a round trip
	g.Go(func() (err error) {
		commits, err = t.readEntries(gctx, seg.entries)
		return err
	})
	if seg.checkpoint != nil {
		g.Go(func() error { return s.readState(gctx, seg.checkpoint) })
	}
	err := g.Wait()
	if err != nil {
		return nil, err
	}
	s.recent = newRecent()
	for _, c := range commits {
		s.apply(c)
	}
	s.commit = seg.last
	if n := len(seg.entries); n > 0 && seg.entries[n-1].start == seg.version {
		s.info = commits[n-1].Info
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	if s.Metadata.InCommitTimestamps() && s.info == nil { // the next commit must be later than this one
		if s.info, err = s.commitInfo(ctx); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// readState takes everything but files from a checkpoint.
func (s *Snapshot) readState(ctx context.Context, c *checkpoint) error {
	return s.table.readCheckpoint(ctx, c, &actionSink{
		protocol: func(p *Protocol) { s.Protocol = p },
		metadata: func(m *Metadata) { s.Metadata = m },
		txn:      func(x SetTransaction) { s.txns[x.AppID] = x },
		domain:   func(d DomainMetadata) { s.domains[d.Domain] = d },
	})
}

// apply puts a commit on top.
func (s *Snapshot) apply(c *Commit) {
	if c.Protocol != nil {
		s.Protocol = c.Protocol
	}
	if c.Metadata != nil {
		s.Metadata = c.Metadata
	}
	for _, x := range c.Txns {
		s.txns[x.AppID] = x
	}
	for _, d := range c.Domains {
		s.domains[d.Domain] = d
	}
	s.recent.apply(c)
}

func (s *Snapshot) check() error {
	lost := func(what string) error {
		return sparkerr.New("DELTA_STATE_RECOVER_ERROR", "operation", what, "version", fmt.Sprint(s.Version))
	}
	switch {
	case s.Protocol == nil:
		return lost("protocol")
	case s.Metadata == nil:
		return lost("metadata")
	}
	if err := s.Protocol.CheckReadable(s.table.Name()); err != nil {
		return err
	}
	return s.Metadata.checkModes(s.Protocol, s.Schema)
}

// next is the snapshot after some commits, which follow s without a gap. It shares what does not change.
func (s *Snapshot) next(commits []*Commit, last objstore.Info) (*Snapshot, error) {
	n := &Snapshot{
		Version: s.Version + int64(len(commits)), table: s.table, Protocol: s.Protocol, Metadata: s.Metadata, commit: last,
		txns: cloneMap(s.txns), domains: cloneMap(s.domains), base: s.base, recent: s.recent.clone(),
	}
	if n.recent.large() && s.base.loaded() {
		n.base, n.recent = flatten(s), newRecent()
	}
	for _, c := range commits {
		n.apply(c)
		n.info = c.Info
	}
	if n.Metadata == s.Metadata {
		if schema, err := s.Schema(); err == nil {
			n.schemaOnce.Do(func() { n.schema = schema })
		}
	}
	return n, n.check()
}

func cloneMap[K comparable, V any](m map[K]V) map[K]V {
	c := make(map[K]V, len(m))
	for k, v := range m {
		c[k] = v
	}
	return c
}

// isCommit tells whether info is the commit file this snapshot ends with, and not that of a table made anew.
func (s *Snapshot) isCommit(info objstore.Info) bool {
	return s.commit.Key == info.Key && s.commit.Size == info.Size && (s.commit.Modified.IsZero() || s.commit.Modified.Equal(info.Modified))
}

func (s *Snapshot) id() string { return s.Metadata.ID }

// Table is the table that s is a version of.
func (s *Snapshot) Table() *Table { return s.table }

// Schema is the table's schema with its column metadata.
func (s *Snapshot) Schema() (types.StructType, error) {
	s.schemaOnce.Do(func() { s.schema, s.schemaErr = s.Metadata.Schema(s.table.Name()) })
	return s.schema, s.schemaErr
}

// Schema parses SchemaString; tableName is for the error.
func (m *Metadata) Schema(tableName string) (types.StructType, error) {
	if m.SchemaString == "" {
		return types.StructType{}, nil
	}
	t, err := types.FromJSON([]byte(m.SchemaString))
	if err != nil {
		return types.StructType{}, sparkerr.New("DELTA_INVALID_SCHEMA", "tableName", tableName, "reason", err.Error()).WithCause(err)
	}
	st, ok := t.(types.StructType)
	if !ok {
		return types.StructType{}, sparkerr.New("DELTA_INVALID_SCHEMA", "tableName", tableName, "reason", "it is not a struct")
	}
	return st, nil
}

// Files yields the active files that keep accepts (nil: all), in no particular order. The AddFile belongs to the snapshot.
func (s *Snapshot) Files(ctx context.Context, keep func(*AddFile) bool) iter.Seq2[*AddFile, error] {
	return func(yield func(*AddFile, error) bool) {
		b, err := s.base.files(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, block := range b.blocks {
			for i := range block {
				a := &block[i]
				if len(s.recent.state) > 0 {
					if _, newer := s.recent.state[a.key()]; newer {
						continue
					}
				}
				if (keep == nil || keep(a)) && !yield(a, nil) {
					return
				}
			}
		}
		for i := range s.recent.adds {
			a := &s.recent.adds[i]
			if s.recent.state[a.key()] == int32(i) && (keep == nil || keep(a)) && !yield(a, nil) {
				return
			}
		}
	}
}

// AllFiles is Files as a slice.
func (s *Snapshot) AllFiles(ctx context.Context) ([]*AddFile, error) {
	var l []*AddFile
	for a, err := range s.Files(ctx, nil) {
		if err != nil {
			return nil, err
		}
		l = append(l, a)
	}
	return l, nil
}

// Tombstones yields the removed files that the log still remembers, those deleted after a time in milliseconds.
func (s *Snapshot) Tombstones(ctx context.Context, after int64) iter.Seq2[*RemoveFile, error] {
	return func(yield func(*RemoveFile, error) bool) {
		removes, err := s.base.tombstones(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		keep := func(r *RemoveFile) bool {
			return r.DeletionTimestamp == nil && after <= 0 || r.DeletionTimestamp != nil && *r.DeletionTimestamp > after
		}
		for i := range removes {
			r := &removes[i]
			if _, newer := s.recent.state[r.key()]; !newer && keep(r) && !yield(r, nil) {
				return
			}
		}
		for _, r := range s.recent.tombstones() {
			if keep(r) && !yield(r, nil) {
				return
			}
		}
	}
}

// Sizes counts the active files; the result is kept.
func (s *Snapshot) Sizes(ctx context.Context) (Sizes, error) {
	s.sizesMu.Lock()
	defer s.sizesMu.Unlock()
	if s.sizes != nil {
		return *s.sizes, nil
	}
	var z Sizes
	for a, err := range s.Files(ctx, nil) {
		if err != nil {
			return Sizes{}, err
		}
		z.Files++
		z.Bytes += a.Size
		if n, ok := a.NumRecords(); !ok {
			z.Rows = -1
		} else if z.Rows >= 0 {
			z.Rows += n
			if a.DeletionVector != nil {
				z.Rows -= a.DeletionVector.Cardinality
			}
		}
	}
	s.sizes = &z
	return z, nil
}

// Txn is the last version that an application has written; ok is false when it never did.
func (s *Snapshot) Txn(appID string) (version int64, ok bool) {
	x, ok := s.txns[appID]
	return x.Version, ok
}

// Domain is the configuration of a metadata domain.
func (s *Snapshot) Domain(name string) (configuration string, ok bool) {
	d, ok := s.domains[name]
	return d.Configuration, ok && !d.Removed
}

// Domains are the live metadata domains by name, in order.
func (s *Snapshot) Domains() []DomainMetadata {
	var l []DomainMetadata
	for _, name := range sortedKeys(s.domains) {
		if d := s.domains[name]; !d.Removed {
			l = append(l, d)
		}
	}
	return l
}

// Timestamp is the time of the version in milliseconds: in-commit if the table has that, else the commit file's.
func (s *Snapshot) Timestamp(ctx context.Context) (int64, error) {
	if s.Metadata.InCommitTimestamps() {
		info, err := s.commitInfo(ctx)
		if err != nil {
			return 0, err
		}
		return info.inCommit(s.Version)
	}
	if s.commit.Modified.IsZero() {
		if s.commit.Key == "" {
			return 0, nil
		}
		info, err := s.table.store.Stat(ctx, s.commit.Key)
		if err != nil {
			return 0, err
		}
		return info.Modified.UnixMilli(), nil
	}
	return s.commit.Modified.UnixMilli(), nil
}

func (s *Snapshot) commitInfo(ctx context.Context) (*CommitInfo, error) {
	if s.info != nil {
		return s.info, nil
	}
	c, ok, err := s.table.readVersion(ctx, s.Version)
	if err != nil || !ok {
		return nil, err
	}
	return c.Info, nil
}

// IsPartitioned tells whether the table has partition columns.
func (s *Snapshot) IsPartitioned() bool { return len(s.Metadata.PartitionColumns) > 0 }

// PartitionSchema are the partition columns in order, with the names and types of the schema.
func (s *Snapshot) PartitionSchema() (types.StructType, error) {
	schema, err := s.Schema()
	if err != nil {
		return types.StructType{}, err
	}
	var fields []types.StructField
	for _, name := range s.Metadata.PartitionColumns {
		f, _, ok := schema.Field(name)
		if !ok {
			return types.StructType{}, sparkerr.New("DELTA_INVALID_SCHEMA", "tableName", s.table.Name(), "reason", "partition column "+name+" is not in it")
		}
		fields = append(fields, f)
	}
	return types.StructType{Fields: fields}, nil
}

// DataSchema are the columns that data files hold: all but the partition columns.
func (s *Snapshot) DataSchema() (types.StructType, error) {
	schema, err := s.Schema()
	if err != nil {
		return types.StructType{}, err
	}
	fields := slices.Clone(schema.Fields)
	fields = slices.DeleteFunc(fields, func(f types.StructField) bool { return s.Metadata.IsPartitionColumn(f.Name) })
	return types.StructType{Fields: fields}, nil
}
