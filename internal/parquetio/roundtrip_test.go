package parquetio

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// randomBatches makes batches, some with a selection, and the rows they hold as text, column by column.
func randomBatches(r *rand.Rand, alloc *vec.Allocator, s types.StructType, sizes ...int) (batches []*vec.Batch, want [][]string) {
	want = make([][]string, len(s.Fields))
	for _, n := range sizes {
		b := alloc.NewBatch(n)
		nulls := []float64{0, 0.01, 0.3, 1}[r.IntN(4)]
		for _, f := range s.Fields {
			share := nulls
			if !f.Nullable {
				share = 0
			}
			b.Cols = append(b.Cols, randomVector(r, b.Arena, f.Type, n, share, true))
		}
		if r.IntN(2) == 0 {
			b.Sel = vec.Sel{}
			for i := range n {
				if r.IntN(3) > 0 {
					b.Sel = append(b.Sel, int32(i))
				}
			}
		}
		for c := range s.Fields {
			for i := range b.Rows() {
				want[c] = append(want[c], fmt.Sprint(cell(b.Cols[c], b.Row(i))))
			}
		}
		batches = append(batches, b)
	}
	return batches, want
}

func write(t testing.TB, s types.StructType, opts WriterOptions, batches []*vec.Batch) ([]byte, FileInfo) {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, s, opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range batches {
		if err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	info, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	if info.Size != int64(out.Len()) {
		t.Fatalf("size %d, written %d", info.Size, out.Len())
	}
	return out.Bytes(), info
}

// scan reads a file and returns its rows as text, column by column, and their numbers.
func scan(t testing.TB, src Source, opts ScanOptions) (got [][]string, rows []int64) {
	t.Helper()
	f, err := Open(context.Background(), src, "test.parquet", OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if opts.Schema.Fields == nil {
		if opts.Schema, err = f.Schema(); err != nil {
			t.Fatal(err)
		}
	}
	s, err := f.Scan(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got = make([][]string, len(opts.Schema.Fields))
	for {
		b, first, err := s.Next()
		if err == io.EOF {
			return got, rows
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Rows() {
			rows = append(rows, first+int64(b.Row(i)))
		}
		for c, v := range b.Cols {
			if v.Len != b.Len {
				t.Fatalf("column %d has %d rows in a batch of %d", c, v.Len, b.Len)
			}
			for i := range b.Rows() {
				got[c] = append(got[c], fmt.Sprint(cell(v, b.Row(i))))
			}
		}
		b.Release()
	}
}

func compare(t testing.TB, s types.StructType, got, want [][]string) {
	t.Helper()
	for c, f := range s.Fields {
		if len(got[c]) != len(want[c]) {
			t.Fatalf("%s %s: %d rows, want %d", f.Name, f.Type.SQL(), len(got[c]), len(want[c]))
		}
		for i := range want[c] {
			if got[c][i] != want[c][i] {
				t.Fatalf("%s %s row %d: %s, want %s", f.Name, f.Type.SQL(), i, got[c][i], want[c][i])
			}
		}
	}
}

func TestRoundTrip(t *testing.T) {
	s := allTypes()
	for i, opts := range []WriterOptions{
		{},
		{Codec: Zstd, PageRows: 100, RowGroupRows: 400},
		{Codec: Uncompressed, NoDictionary: true, PageBytes: 1000},
		{Codec: Gzip, PageRows: 333, DictionaryBytes: 100},
		{Codec: LZ4Raw, PageRows: 64, Workers: 2, Checksums: true},
		{Codec: Brotli, RowGroupRows: 1},
	} {
		for seed := range uint64(2) {
			t.Run(fmt.Sprint(i, "/", seed), func(t *testing.T) {
				r := rand.New(rand.NewPCG(seed, uint64(i)))
				alloc := vec.NewAllocator(0)
				sizes := []int{300, 1, 500, 77}
				if opts.RowGroupRows == 1 {
					sizes = []int{3, 2}
				}
				batches, want := randomBatches(r, alloc, s, sizes...)
				b, info := write(t, s, opts, batches)
				for _, x := range batches {
					x.Release()
				}
				if info.Rows != int64(len(want[0])) {
					t.Fatalf("%d rows, want %d", info.Rows, len(want[0]))
				}
				for _, keep := range []bool{false, true} {
					got, _ := scan(t, memoryFile(b), ScanOptions{Alloc: alloc, KeepDictionary: keep, BatchRows: 1 + r.IntN(1000), VerifyChecksums: true})
					compare(t, s, got, want)
				}
				if alloc.Used() != 0 {
					t.Errorf("%d bytes leak", alloc.Used())
				}
			})
		}
	}
}
