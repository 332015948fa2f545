package log

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/delta/dv"
	"github.com/flintlake/flintlake/internal/objstore"
)

const intSchema = `{"type":"struct","fields":[{"name":"id","type":"integer","nullable":true,"metadata":{}},{"name":"p","type":"string","nullable":true,"metadata":{}}]}`

func newMetadata(properties ...string) *Metadata {
	m := &Metadata{ID: "00000000-0000-0000-0000-000000000001", Provider: "parquet", SchemaString: intSchema, PartitionColumns: []string{"p"}, Configuration: map[string]string{}}
	for i := 0; i < len(properties); i += 2 {
		m.Configuration[properties[i]] = properties[i+1]
	}
	return m
}

// create makes an empty table.
func create(t *testing.T, s objstore.Store, properties ...string) *Table {
	t.Helper()
	table := NewTable(nil, s, "/t", Options{EngineInfo: "Flintlake/test", Name: "t"})
	x := table.Begin(nil)
	if err := x.SetMetadata(newMetadata(properties...)); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Commit(context.Background(), nil, Operation{Name: "CREATE TABLE"}); err != nil {
		t.Fatal(err)
	}
	return table
}

func fileIn(p, name string) *AddFile {
	return &AddFile{Path: "p=" + p + "/" + name, PartitionValues: PartitionValues{{Column: "p", Value: p}}, Size: 10, DataChange: true, Stats: `{"numRecords":2}`}
}

// inPartition matches files of one partition.
type inPartition string

func (p inPartition) MayMatch(a *AddFile) bool {
	v, _, _ := a.PartitionValues.Get("p")
	return v == string(p)
}

func names(t *testing.T, s *Snapshot) string {
	t.Helper()
	files, err := s.AllFiles(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var l []string
	for _, f := range files {
		l = append(l, f.Path)
	}
	return strings.Join(l, " ")
}

func TestCommitContent(t *testing.T) {
	ctx := context.Background()
	s := objstore.NewMemory()
	table := create(t, s)
	snap, err := table.Snapshot(ctx)
	if err != nil {
		t.Fatal(err)
	}
	x := table.Begin(snap)
	x.id, x.now = "id-1", func() int64 { return 1700000000000 }
	x.ReadMatching(inPartition("a"))
	done, err := x.Commit(ctx, []Action{fileIn("a", "f%201")}, Operation{Name: "WRITE", Parameters: Params{{"mode", "Append"}, {"partitionBy", "[]"}, {"auto", false}}, Metrics: Metrics{"numFiles": "1"}})
	if err != nil {
		t.Fatal(err)
	}
	if done.Version != 1 || names(t, done.Snapshot) != "p=a/f%201" {
		t.Errorf("version %d: %s", done.Version, names(t, done.Snapshot))
	}
	got, _ := s.Get(ctx, "/t/_delta_log/00000000000000000001.json")
	want := `{"commitInfo":{"timestamp":1700000000000,"operation":"WRITE","operationParameters":{"mode":"Append","partitionBy":"[]","auto":false},"readVersion":0,"isolationLevel":"Serializable","isBlindAppend":false,"operationMetrics":{"numFiles":"1"},"engineInfo":"Flintlake/test","txnId":"id-1"}}
{"add":{"path":"p=a/f%201","partitionValues":{"p":"a"},"size":10,"modificationTime":0,"dataChange":true,"stats":"{\"numRecords\":2}"}}
`
	if string(got) != want {
		t.Errorf("got\n%s", got)
	}
	h, err := table.History(ctx, 1)
	if err != nil || len(h) != 1 || h[0].Version != 1 || h[0].Info.Operation != "WRITE" || h[0].Info.Parameters[2].Text() != "false" {
		t.Errorf("history: %+v %v", h, err)
	}
	if _, err := table.SnapshotAt(ctx, 9); sparkerr.Condition(err) != "DELTA_VERSION_NOT_FOUND" {
		t.Errorf("version 9: %v", err)
	}
	if _, err := table.SnapshotAsOf(ctx, time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)); sparkerr.Condition(err) != "DELTA_TIMESTAMP_EARLIER_THAN_COMMIT_RETENTION" {
		t.Errorf("2001: %v", err)
	}
}

// TestConflicts runs a winner between the snapshot and the commit of a loser.
func TestConflicts(t *testing.T) {
	ctx := context.Background()
	a1 := fileIn("a", "1")
	remove := func(f *AddFile) *RemoveFile { return f.Remove(1, true) }
	add := func(p string) []Action { return []Action{fileIn(p, "new")} }
	type side struct {
		read    func(*Transaction)
		actions []Action
		meta    bool
	}
	readsA := func(x *Transaction) { x.ReadMatching(inPartition("a")); x.ReadFiles(a1) }
	for _, c := range []struct {
		name          string
		loser, winner side
		isolation     string
		want          string
	}{
		{"two blind appends", side{actions: add("a")}, side{actions: []Action{fileIn("a", "other")}}, "", ""},
		{"update in a, append to a", side{read: readsA, actions: []Action{remove(a1), fileIn("a", "2")}}, side{actions: add("a")}, "", "DELTA_CONCURRENT_APPEND.WITH_PARTITION_HINT"},
		{"update in a, append to b", side{read: readsA, actions: []Action{remove(a1), fileIn("a", "2")}}, side{actions: add("b")}, "", ""},
		{"update in a, blind append to a, write serializable", side{read: readsA, actions: []Action{remove(a1), fileIn("a", "2")}}, side{actions: add("a")}, "WriteSerializable", ""},
		{"update in a, the file is gone", side{read: readsA, actions: []Action{remove(a1), fileIn("a", "2")}}, side{read: readsA, actions: []Action{remove(a1)}}, "", "DELTA_CONCURRENT_DELETE_READ.WITH_PARTITION_HINT"},
		{"blind removal twice", side{actions: []Action{remove(a1)}}, side{actions: []Action{remove(a1)}}, "", "DELTA_CONCURRENT_DELETE_DELETE.WITH_PARTITION_HINT"},
		{"append, the schema changed", side{actions: add("a")}, side{meta: true}, "", "DELTA_METADATA_CHANGED"},
		{"whole table, append", side{read: (*Transaction).ReadWholeTable, actions: []Action{remove(a1)}}, side{actions: add("c")}, "", "DELTA_CONCURRENT_APPEND.WITH_PARTITION_HINT"},
		{"optimize, append", side{read: func(x *Transaction) { x.ReadFiles(a1); x.ReadMatching(inPartition("a")) }, actions: []Action{a1.Remove(1, false)}}, side{actions: add("a")}, "", ""},
		{"one application twice", side{read: func(x *Transaction) { x.ReadTxn("app") }, actions: []Action{&SetTransaction{AppID: "app", Version: 1}}},
			side{actions: []Action{&SetTransaction{AppID: "app", Version: 1}}}, "", "DELTA_CONCURRENT_TRANSACTION"},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := create(t, objstore.NewMemory(), "delta.isolationLevel", c.isolation)
			if _, err := commit(ctx, table, a1); err != nil {
				t.Fatal(err)
			}
			snap, _ := table.Snapshot(ctx)
			run := func(s side) error {
				x := table.Begin(snap)
				if s.read != nil {
					s.read(x)
				}
				if s.meta {
					m := *snap.Metadata
					m.Description = "changed"
					x.SetMetadata(&m)
				}
				_, err := x.Commit(ctx, s.actions, Operation{Name: "WRITE"})
				return err
			}
			loser := table.Begin(snap)
			if c.loser.read != nil {
				c.loser.read(loser)
			}
			if err := run(c.winner); err != nil {
				t.Fatal(err)
			}
			_, err := loser.Commit(ctx, c.loser.actions, Operation{Name: "WRITE"})
			if got := sparkerr.Condition(err); got != c.want || c.want == "" && err != nil {
				t.Errorf("got %v", err)
			}
		})
	}
}

// commit appends files to the newest version.
func commit(ctx context.Context, table *Table, files ...*AddFile) (*Committed, error) {
	s, err := table.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	var actions []Action
	for _, f := range files {
		actions = append(actions, f)
	}
	return table.Begin(s).Commit(ctx, actions, Operation{Name: "WRITE"})
}

// TestFaults breaks the n-th request of a commit, for every n and in each way. Afterwards the table is readable, holds the file when the
// commit was acknowledged, and never twice.
func TestFaults(t *testing.T) {
	ctx := context.Background()
	for _, fault := range []objstore.Fault{{Err: objstore.ErrInjected}, {Err: objstore.ErrInjected, Done: true}, {Err: objstore.ErrInjected, Torn: true}} {
		for n := 1; ; n++ {
			inner := objstore.NewMemory()
			table := create(t, inner, "delta.checkpointInterval", "2")
			for i := range 3 {
				if _, err := commit(ctx, table, fileIn("a", fmt.Sprint(i))); err != nil {
					t.Fatal(err)
				}
			}
			faulty := objstore.NewFaulty(inner, objstore.FailNth(n, fault))
			broken := NewTable(nil, faulty, "/t", Options{})
			done, err := commit(ctx, broken, fileIn("b", "new"))
			if err != nil && sparkerr.Condition(err) == "" && !errors.Is(err, objstore.ErrInjected) {
				t.Errorf("request %d: %v", n, err)
			}
			s, rerr := NewTable(nil, inner, "/t", Options{}).Snapshot(ctx)
			if rerr != nil {
				t.Fatalf("request %d %+v: unreadable after %v: %v", n, fault, err, rerr)
			}
			if count := strings.Count(names(t, s), "new"); count > 1 || done != nil && count != 1 {
				t.Errorf("request %d %+v: %d times after %v", n, fault, count, err)
			}
			if done != nil && s.Version != done.Version {
				t.Errorf("request %d: version %d, acknowledged %d", n, s.Version, done.Version)
			}
			if faulty.Requests() < n {
				break
			}
		}
	}
}

func TestConcurrentWriters(t *testing.T) {
	ctx := context.Background()
	for name, s := range map[string]struct {
		store objstore.Store
		root  string
	}{"memory": {objstore.NewMemory(), "/t"}, "local": {&objstore.Local{}, t.TempDir() + "/t"}} {
		t.Run(name, func(t *testing.T) {
			open := func() *Table { return NewTable(nil, s.store, s.root, Options{}) }
			x := open().Begin(nil)
			x.SetMetadata(newMetadata())
			if _, err := x.Commit(ctx, nil, Operation{Name: "CREATE TABLE"}); err != nil {
				t.Fatal(err)
			}
			const writers, commits = 4, 25
			var wg sync.WaitGroup
			for w := range writers {
				wg.Go(func() {
					table := open()
					for i := range commits {
						if _, err := commit(ctx, table, fileIn("a", fmt.Sprintf("%d-%d", w, i))); err != nil {
							t.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			snap, err := open().Snapshot(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if z, err := snap.Sizes(ctx); snap.Version != writers*commits || z.Files != writers*commits || z.Rows != 2*writers*commits || err != nil {
				t.Errorf("version %d, %+v, %v", snap.Version, z, err)
			}
		})
	}
}

func TestCreateTwice(t *testing.T) {
	ctx := context.Background()
	table := NewTable(nil, objstore.NewMemory(), "/t", Options{})
	first, second := table.Begin(nil), table.Begin(nil)
	first.SetMetadata(newMetadata())
	second.SetMetadata(newMetadata())
	if _, err := first.Commit(ctx, nil, Operation{Name: "CREATE TABLE"}); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Commit(ctx, nil, Operation{Name: "CREATE TABLE"}); sparkerr.Condition(err) != "DELTA_PROTOCOL_CHANGED" {
		t.Error(err)
	}
}

func TestRefusals(t *testing.T) {
	ctx := context.Background()
	table := create(t, objstore.NewMemory(), "delta.appendOnly", "true")
	s, _ := table.Snapshot(ctx)
	if _, err := table.Begin(s).Commit(ctx, []Action{fileIn("a", "1").Remove(1, true)}, Operation{Name: "DELETE"}); sparkerr.Condition(err) != "DELTA_CANNOT_MODIFY_APPEND_ONLY" {
		t.Error(err)
	}
	if _, err := table.Begin(s).Commit(ctx, []Action{&DomainMetadata{Domain: "d"}}, Operation{Name: "X"}); sparkerr.Condition(err) != "DELTA_DOMAIN_METADATA_NOT_SUPPORTED" {
		t.Error(err)
	}
	full := objstore.NewFaulty(table.Store(), nil)
	full.LimitSpace(10)
	if _, err := commit(ctx, NewTable(nil, full, "/t", Options{}), fileIn("a", "1")); sparkerr.Condition(err) != "DELTA_COMMIT_FAILED" {
		t.Error(err)
	}
}

// TestInCommitTimestamps: time travel follows the times in the commits once these are there, and they always grow.
func TestInCommitTimestamps(t *testing.T) {
	ctx := context.Background()
	table := create(t, objstore.NewMemory(), "delta.enableInCommitTimestamps", "true", "delta.checkpointInterval", "3")
	clock := time.Now().UnixMilli() + 3_600_000
	for i := range 7 {
		s, err := NewTable(nil, table.Store(), "/t", Options{}).Snapshot(ctx)
		if err != nil {
			t.Fatal(err)
		}
		x := table.Begin(s)
		x.now = func() int64 { return clock - int64(i)*1000 } // a clock that goes backwards
		if _, err := x.Commit(ctx, []Action{fileIn("a", fmt.Sprint(i))}, Operation{Name: "WRITE"}); err != nil {
			t.Fatal(err)
		}
	}
	h, err := table.History(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range h[:6] {
		if h[i].Timestamp <= h[i+1].Timestamp {
			t.Errorf("version %d at %d, before %d", h[i].Version, h[i].Timestamp, h[i+1].Timestamp)
		}
	}
	for _, want := range h[1:] {
		if v, err := table.VersionAt(ctx, time.UnixMilli(want.Timestamp), Strict); v != want.Version || err != nil {
			t.Errorf("at the time of %d: version %d, %v", want.Version, v, err)
		}
	}
	if _, err := table.VersionAt(ctx, time.UnixMilli(h[0].Timestamp+1), Strict); sparkerr.Condition(err) != "DELTA_TIMESTAMP_GREATER_THAN_COMMIT" {
		t.Error(err)
	}
	if v, err := table.VersionAt(ctx, time.UnixMilli(h[0].Timestamp+1), UpToLatest); v != 7 || err != nil {
		t.Error(v, err)
	}
	if v, ok, err := table.FirstVersionSince(ctx, time.UnixMilli(h[2].Timestamp)); v != h[2].Version || !ok || err != nil {
		t.Error(v, ok, err)
	}
}

// TestRowLevelConcurrency: two transactions delete rows of one file by deletion vectors.
func TestRowLevelConcurrency(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name          string
		first, second []uint64
		independent   bool
		want          string
		left          int64
	}{
		{"other rows", []uint64{1, 2}, []uint64{3}, true, "", 3},
		{"other rows, not declared", []uint64{1, 2}, []uint64{3}, false, "DELTA_CONCURRENT_APPEND.WITH_PARTITION_HINT", 2},
		{"a common row", []uint64{1, 2}, []uint64{2, 3}, true, "DELTA_CONCURRENT_APPEND.WITH_PARTITION_HINT", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := objstore.NewMemory()
			table := create(t, s, "delta.enableDeletionVectors", "true")
			base := fileIn("a", "1")
			base.Stats = `{"numRecords":10}`
			if _, err := commit(ctx, table, base); err != nil {
				t.Fatal(err)
			}
			snap, _ := table.Snapshot(ctx)
			mark := func(rows []uint64) (*Transaction, []Action) {
				x := table.Begin(snap)
				x.ReadMatching(inPartition("a"))
				x.ReadFiles(base)
				if c.independent {
					x.IndependentRows()
				}
				w := dv.NewWriter()
				d, err := w.Append(dv.Of(rows...))
				if err != nil {
					t.Fatal(err)
				}
				if err := w.Commit(ctx, s, "/t"); err != nil {
					t.Fatal(err)
				}
				next := *base
				next.DeletionVector = d
				return x, []Action{base.Remove(1, true), &next}
			}
			x1, a1 := mark(c.first)
			x2, a2 := mark(c.second)
			if _, err := x1.Commit(ctx, a1, Operation{Name: "DELETE"}); err != nil {
				t.Fatal(err)
			}
			_, err := x2.Commit(ctx, a2, Operation{Name: "DELETE"})
			if sparkerr.Condition(err) != c.want || c.want == "" && err != nil {
				t.Fatalf("got %v", err)
			}
			last, _ := NewTable(nil, s, "/t", Options{}).Snapshot(ctx)
			files, _ := last.AllFiles(ctx)
			if len(files) != 1 {
				t.Fatalf("%d files", len(files))
			}
			deleted, err := dv.Load(ctx, table.Locate, files[0].DeletionVector)
			if err != nil || deleted.Len() != c.left {
				t.Errorf("%d rows deleted, %v", deleted.Len(), err)
			}
		})
	}
}
