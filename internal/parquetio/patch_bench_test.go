package parquetio

import (
	"context"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// discard counts what is written.
type discard struct{ n int64 }

func (d *discard) Write(b []byte) (int, error) { d.n += int64(len(b)); return len(b), nil }

// BenchmarkPatch replaces one column chunk of sixteen and copies the rest.
func BenchmarkPatch(b *testing.B) {
	f, err := Open(context.Background(), localFile{benchFile()}, "bench", OpenOptions{})
	if err != nil {
		b.Fatal(err)
	}
	alloc := vec.NewAllocator(0)
	price := types.StructType{Fields: benchSchema.Fields[2:3]}
	for b.Loop() {
		var out discard
		w, err := NewRewriter(&out, f, benchSchema, ByName, WriterOptions{})
		if err != nil {
			b.Fatal(err)
		}
		s, err := f.Scan(context.Background(), ScanOptions{Schema: price, Alloc: alloc, RowGroups: []int{1}})
		if err != nil {
			b.Fatal(err)
		}
		next := func() (*vec.Batch, error) {
			b, _, err := s.Next()
			return b, err
		}
		if err := w.CopyRowGroup(f, 0); err != nil {
			b.Fatal(err)
		}
		if err := w.PatchRowGroup(f, 1, []int{2}, next); err != nil {
			b.Fatal(err)
		}
		if info, err := w.Close(); err != nil || info.Rows != benchRows {
			b.Fatal(info, err)
		}
		s.Close()
	}
}
