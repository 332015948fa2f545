package log

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/flintlake/flintlake/internal/objstore"
)

// manyFiles is a table whose only checkpoint holds n files.
func manyFiles(tb testing.TB, s objstore.Store, root string, n int) *Table {
	tb.Helper()
	ctx := context.Background()
	table := NewTable(nil, s, root, Options{})
	x := table.Begin(nil)
	x.SetMetadata(newMetadata("delta.checkpointInterval", "1"))
	if _, err := x.Commit(ctx, nil, Operation{Name: "CREATE TABLE"}); err != nil {
		tb.Fatal(err)
	}
	snap, _ := table.Snapshot(ctx)
	actions := make([]Action, n)
	for i := range actions {
		f := fileIn(fmt.Sprintf("2024-01-%02d", i%28+1), fmt.Sprintf("part-%05d-0f2c7d1a-5b1e-4c1a-9f6e-%012d.c000.snappy.parquet", i%200, i))
		f.Stats = fmt.Sprintf(`{"numRecords":%d,"minValues":{"id":%d},"maxValues":{"id":%d},"nullCount":{"id":0}}`, 1000, i*1000, i*1000+999)
		actions[i] = f
	}
	done, err := table.Begin(snap).Commit(ctx, actions, Operation{Name: "WRITE"})
	if err != nil || done.CheckpointErr != nil {
		tb.Fatal(err, done.CheckpointErr)
	}
	return table
}

func BenchmarkOpenManyFiles(b *testing.B) {
	n := 100_000
	if os.Getenv("FLINTLAKE_BENCH_LARGE") != "" {
		n = 1_000_000
	}
	ctx := context.Background()
	root := b.TempDir() + "/t"
	manyFiles(b, &objstore.Local{}, root, n)
	b.ReportAllocs()
	for b.Loop() {
		s, err := NewTable(nil, &objstore.Local{}, root, Options{}).Snapshot(ctx)
		if err != nil {
			b.Fatal(err)
		}
		if z, err := s.Sizes(ctx); err != nil || z.Files != int64(n) || z.Rows != int64(n)*1000 {
			b.Fatal(z, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/file")
}

// BenchmarkOpenManyCommits opens a table of 20,000 commits with a checkpoint every 10. The checkpoints before the last are empty files: they
// must not be looked at.
func BenchmarkOpenManyCommits(b *testing.B) {
	ctx := context.Background()
	root := b.TempDir() + "/t"
	s := &objstore.Local{NoDataSync: true}
	dir := root + "/_delta_log/"
	const commits = 20_000
	manyFiles(b, s, root, 1000)
	os.Rename(dir+checkpointName(1), dir+checkpointName(commits-8))
	for v := int64(1); v < commits; v++ {
		text := fmt.Sprintf(`{"commitInfo":{"timestamp":%d,"operation":"WRITE","operationParameters":{}}}`+"\n"+`{"add":{"path":"p=a/%d","partitionValues":{"p":"a"},"size":1,"modificationTime":1,"dataChange":true,"stats":"{\"numRecords\":1}"}}`, v, v)
		if err := os.WriteFile(dir+commitName(v), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
		if v%10 == 0 && v < commits-8 {
			os.WriteFile(dir+checkpointName(v), nil, 0o644)
		}
	}
	s.Put(ctx, dir+lastCheckpointKey, fmt.Appendf(nil, `{"version":%d,"size":1002}`, commits-8))
	for b.Loop() {
		snap, err := NewTable(nil, s, root, Options{}).Snapshot(ctx)
		if err != nil {
			b.Fatal(err)
		}
		if z, err := snap.Sizes(ctx); err != nil || z.Files != 1007 || snap.Version != commits-1 {
			b.Fatal(z, snap.Version, err)
		}
	}
}
