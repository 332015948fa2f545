package log

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/delta/dv"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

// history makes a table of 23 commits with everything that a checkpoint holds, and checkpoints at 10 and 20.
func history(t *testing.T, s objstore.Store) *Table {
	t.Helper()
	ctx := context.Background()
	table := create(t, s, "delta.enableDeletionVectors", "true", "delta.feature.domainMetadata", "supported")
	offset := int32(1)
	for i := range 22 {
		snap, err := table.Snapshot(ctx)
		if err != nil {
			t.Fatal(err)
		}
		f := fileIn(fmt.Sprintf("v%d", i%3), fmt.Sprintf("f%d", i))
		f.Tags = map[string]string{"k": "v"}
		if i%5 == 0 {
			f.PartitionValues[0] = PartitionValue{Column: "p", Null: true}
		}
		actions := []Action{f}
		if i%4 == 3 {
			f.DeletionVector = &dv.Descriptor{StorageType: "u", PathOrInline: "vBn[lx{q8@P<9BNH/isA", Offset: &offset, SizeInBytes: 10, Cardinality: 1}
			files, _ := snap.AllFiles(ctx)
			actions = append(actions, files[0].Remove(1<<60, true), &SetTransaction{AppID: "app", Version: int64(i)}, &DomainMetadata{Domain: "d", Configuration: fmt.Sprint(i)})
		}
		done, err := table.Begin(snap).Commit(ctx, actions, Operation{Name: "WRITE"})
		if err != nil || done.CheckpointErr != nil {
			t.Fatal(err, done.CheckpointErr)
		}
	}
	return table
}

// state is all that a snapshot shows, as text.
func state(t *testing.T, s *Snapshot) string {
	t.Helper()
	ctx := context.Background()
	var lines []string
	for a, err := range s.Files(ctx, nil) {
		if err != nil {
			t.Fatal(err)
		}
		f := *a
		f.DataChange = true // false in a checkpoint
		lines = append(lines, string(encodeActions([]Action{&f})))
	}
	for r, err := range s.Tombstones(ctx, 0) {
		if err != nil {
			t.Fatal(err)
		}
		x := *r
		x.DataChange, x.Tags, x.Stats = true, nil, "" // checkpoints do not keep all of it
		lines = append(lines, string(encodeActions([]Action{&x})))
	}
	slices.Sort(lines)
	v, ok := s.Txn("app")
	lines = append(lines, fmt.Sprint(s.Version, s.Protocol, *s.Metadata, v, ok, s.Domains()))
	return strings.Join(lines, "")
}

func TestCheckpointKeepsEverything(t *testing.T) {
	ctx := context.Background()
	s := objstore.NewMemory()
	table := history(t, s)
	live, err := table.Snapshot(ctx)
	if err != nil {
		t.Fatal(err)
	}
	want := state(t, live)
	for name, damage := range map[string]func(){
		"as it is":                   func() {},
		"without _last_checkpoint":   func() { s.Delete(ctx, "/t/_delta_log/_last_checkpoint") },
		"truncated _last_checkpoint": func() { s.Put(ctx, "/t/_delta_log/_last_checkpoint", []byte(`{"vers`)) },
		"_last_checkpoint too far":   func() { s.Put(ctx, "/t/_delta_log/_last_checkpoint", []byte(`{"version":4000}`)) },
		"newest checkpoint damaged": func() {
			s.Put(ctx, "/t/_delta_log/00000000000000000020.checkpoint.parquet", []byte("PAR1 damaged PAR1"))
		},
		"an incomplete multi-part checkpoint": func() {
			s.Put(ctx, "/t/_delta_log/00000000000000000021.checkpoint.0000000001.0000000002.parquet", []byte("half"))
		},
		"foreign files": func() {
			s.Put(ctx, "/t/_delta_log/.tmp", nil)
			s.Put(ctx, "/t/_delta_log/00000000000000000022.crc", []byte("{"))
			s.Put(ctx, "/t/_delta_log/_sidecars/x.parquet", nil)
		},
	} {
		damage()
		alloc := vec.NewAllocator(0)
		again, err := NewTable(nil, s, "/t", Options{Allocator: alloc}).Snapshot(ctx)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := state(t, again); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
		if alloc.Used() != 0 {
			t.Errorf("%s: %d bytes leak", name, alloc.Used())
		}
	}
	for v := range int64(10) {
		s.Delete(ctx, "/t/_delta_log/"+commitName(v))
	}
	old := NewTable(nil, s, "/t", Options{})
	if snap, err := old.SnapshotAt(ctx, 12); err != nil || snap.Version != 12 {
		t.Errorf("version 12 from the checkpoint: %v", err)
	}
	if _, err := old.SnapshotAt(ctx, 4); sparkerr.Condition(err) != "DELTA_VERSION_NOT_FOUND" {
		t.Errorf("version 4 is cleaned up: %v", err)
	}
	s.Delete(ctx, "/t/_delta_log/"+commitName(15))
	if _, err := old.SnapshotAt(ctx, 17); sparkerr.Condition(err) != "DELTA_VERSIONS_NOT_CONTIGUOUS" {
		t.Errorf("a gap: %v", err)
	}
}

// TestRefresh follows another writer, and notices a table made anew under the same path.
func TestRefresh(t *testing.T) {
	ctx := context.Background()
	s := objstore.NewFaulty(objstore.NewMemory(), nil)
	writer := history(t, s)
	reader := NewTable(nil, s, "/t", Options{})
	first, _ := reader.Snapshot(ctx)
	s.ResetCounts()
	same, err := reader.Snapshot(ctx)
	if err != nil || same != first || s.Requests() != 1 {
		t.Errorf("nothing new: %d requests, %v", s.Requests(), err)
	}
	if _, err := commit(ctx, writer, fileIn("z", "late")); err != nil {
		t.Fatal(err)
	}
	s.ResetCounts()
	next, err := reader.Snapshot(ctx)
	requests := s.Requests()
	if err != nil || next.Version != first.Version+1 || !strings.Contains(names(t, next), "late") || requests != 2 {
		t.Errorf("one commit: %d requests, version %d, %v", requests, next.Version, err)
	}
	for info, err := range objstore.Walk(ctx, s, "/t", nil) {
		if err != nil {
			t.Fatal(err)
		}
		s.Delete(ctx, info.Key)
	}
	if _, err := reader.Snapshot(ctx); sparkerr.Condition(err) != "DELTA_MISSING_DELTA_TABLE" {
		t.Errorf("dropped: %v", err)
	}
	history(t, s)
	anew, err := reader.Snapshot(ctx)
	if err != nil || anew.Version != 22 || strings.Contains(names(t, anew), "late") {
		t.Errorf("made anew: %v", err)
	}
}

// TestRequests counts what a cold open and a commit cost, whatever the number of commits.
func TestRequests(t *testing.T) {
	ctx := context.Background()
	s := objstore.NewFaulty(objstore.NewMemory(), nil)
	history(t, s)
	s.ResetCounts()
	table := NewTable(nil, s, "/t", Options{})
	if _, err := table.Snapshot(ctx); err != nil {
		t.Fatal(err)
	}
	if lists, gets, reads := s.Requests(objstore.OpList), s.Requests(objstore.OpGet), s.Requests(objstore.OpRead); lists != 1 || gets != 3 || reads > 2 || s.Requests() != lists+gets+reads {
		t.Errorf("cold open: %d lists, %d gets (hint and two commits), %d reads (footer, columns), %d requests", lists, gets, reads, s.Requests())
	}
	snap, _ := table.Snapshot(ctx)
	s.ResetCounts()
	if _, err := table.Begin(snap).Commit(ctx, []Action{fileIn("a", "x")}, Operation{Name: "WRITE"}); err != nil || s.Requests() != 1 {
		t.Errorf("a commit: %d requests, %v", s.Requests(), err)
	}
}

func TestDecodeIsLenientOnlyWhereItShould(t *testing.T) {
	for _, c := range []struct {
		text string
		adds int
		ok   bool
	}{
		{`{"add":{"path":"a","unknown":{"x":[1,null,"\u00e4"]},"size":1.0}}` + "\n" + `{"future":{"x":1}}`, 1, true},
		{`{"add":{"path":"a"}}x` + "\n" + `{"add":{"path":"b"}}`, 2, true},
		{"{\n \"add\" : {\"path\":\"a\"}\n}\n{\"add\":{\"path\":\"b\"}}", 2, true},
		{`{"add":{"path":"a"}}*{"add":{"path":"b"}}`, 1, false},
		{`{"add":{"path":"a"`, 0, false},
		{`{"add":{"size":1}}`, 0, false},
		{`null`, 0, false},
		{"\x00\x00", 0, false},
		{strings.Repeat(`{"a":`, 100000), 0, false},
		{"", 0, true},
	} {
		adds := 0
		err := decodeActions([]byte(c.text), &actionSink{add: func(AddFile) { adds++ }})
		if (err == nil) != c.ok || c.ok && adds != c.adds {
			t.Errorf("%.60q: %d adds, %v", c.text, adds, err)
		}
	}
}

func TestActionsRoundTrip(t *testing.T) {
	n, yes, offset := int64(7), true, int32(3)
	v := &dv.Descriptor{StorageType: "u", PathOrInline: `a"b\`, Offset: &offset, SizeInBytes: 4, Cardinality: 2}
	p := PartitionValues{{Column: "p", Value: "x\n\"ä😀"}, {Column: "q", Null: true}}
	all := []Action{
		&CommitInfo{Timestamp: 5, Operation: "WRITE", Parameters: Params{{"mode", "Append"}}, Metrics: Metrics{"a": "1"}, ReadVersion: &n, IsBlindAppend: &yes},
		&Protocol{MinReaderVersion: 3, MinWriterVersion: 7, ReaderFeatures: []string{"deletionVectors"}, WriterFeatures: []string{"deletionVectors"}},
		&Metadata{ID: "i", Name: "n", Provider: "parquet", Options: map[string]string{}, SchemaString: intSchema, PartitionColumns: []string{}, Configuration: map[string]string{"a": "b"}, CreatedTime: &n},
		&AddFile{Path: "a%20b", PartitionValues: p, Size: 1, ModificationTime: 2, DataChange: true, Stats: `{"numRecords":1}`, Tags: map[string]string{"t": "u"}, DeletionVector: v, BaseRowID: &n, DefaultRowCommitVersion: &n, ClusteringProvider: "c"},
		&RemoveFile{Path: "a", DeletionTimestamp: &n, DataChange: true, ExtendedFileMetadata: &yes, PartitionValues: p, Size: &n, DeletionVector: v, BaseRowID: &n},
		&AddCDCFile{Path: "c", PartitionValues: p, Size: 3},
		&SetTransaction{AppID: "app", Version: 3, LastUpdated: &n},
		&DomainMetadata{Domain: "d", Configuration: `{"x":1}`, Removed: true},
	}
	text := encodeActions(all)
	c, err := parseCommit(3, text)
	if err != nil {
		t.Fatal(err)
	}
	back := []Action{c.Info, c.Protocol, c.Metadata, &c.Adds[0], &c.Removes[0], &c.CDC[0], &c.Txns[0], &c.Domains[0]}
	if again := encodeActions(back); string(again) != string(text) {
		t.Errorf("got\n%s\nwant\n%s", again, text)
	}
	if !reflect.DeepEqual(&c.Adds[0], all[3]) {
		t.Errorf("got %+v", c.Adds[0])
	}
}

func FuzzActions(f *testing.F) {
	f.Add([]byte(`{"add":{"path":"a","partitionValues":{"p":null},"size":1,"stats":"{\"numRecords\":1}","deletionVector":{"storageType":"u","offset":1}}}`))
	f.Add([]byte(`{"commitInfo":{"operationParameters":{"a":[1]},"operationMetrics":{"b":2}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := parseCommit(0, text)
		if err != nil {
			return
		}
		r := NewStatsReader(nil)
		for i := range c.Adds {
			c.Adds[i].NumRecords()
			r.Read(&c.Adds[i])
		}
	})
}

func TestCleanLog(t *testing.T) {
	ctx := context.Background()
	s := objstore.NewMemory()
	table := history(t, s)
	snap, _ := table.Snapshot(ctx)
	want := state(t, snap)
	if err := table.CleanLog(ctx, snap, time.Now()); err != nil {
		t.Fatal(err)
	}
	if first, _, err := table.VersionsKept(ctx); first != 0 || err != nil {
		t.Errorf("young files are gone: version %d is the first, %v", first, err)
	}
	if err := table.CleanLog(ctx, snap, time.Now().Add(40*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if first, last, err := table.VersionsKept(ctx); first != 20 || last != 22 || err != nil {
		t.Errorf("versions %d to %d, %v", first, last, err)
	}
	again, err := NewTable(nil, s, "/t", Options{}).Snapshot(ctx)
	if err != nil || state(t, again) != want {
		t.Errorf("after the clean-up: %v", err)
	}
}
