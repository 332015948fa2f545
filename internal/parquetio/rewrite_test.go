package parquetio

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

func open(t testing.TB, b []byte) *File {
	t.Helper()
	f, err := Open(context.Background(), memoryFile(b), "test.parquet", OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestPatchRowGroup replaces a flat and a nested column in the middle row group of a file, appends rows, and leaves one row
// group out.
func TestPatchRowGroup(t *testing.T) {
	s := allTypes()
	r := rand.New(rand.NewPCG(1, 2))
	alloc := vec.NewAllocator(0)
	const rows = 500
	batches, want := randomBatches(r, alloc, s, 400, 400, 900, 400)
	total := len(want[0])
	b, _ := write(t, s, WriterOptions{RowGroupRows: rows, PageRows: 50, BloomFilters: []string{"c4", "c11"}}, batches)
	f := open(t, b)

	var out bytes.Buffer
	w, err := NewRewriter(&out, f, s, ByName, WriterOptions{PageRows: 50, BloomFilters: []string{"c4", "c11"}})
	if err != nil {
		t.Fatal(err)
	}
	columns := []int{8, len(s.Fields) - 2}
	patch, patched := randomBatches(r, alloc, types.StructType{Fields: []types.StructField{s.Fields[columns[0]], s.Fields[columns[1]]}}, 1000)
	sel := vec.All(rows)
	patch[0].Sel = sel
	for i := range patched {
		patched[i] = patched[i][:0]
		for k := range rows {
			patched[i] = append(patched[i], textCell(patch[0].Cols[i], k))
		}
	}
	more, added := randomBatches(r, alloc, s, 300)
	if err := w.CopyRowGroup(f, 0); err != nil {
		t.Fatal(err)
	}
	done := false
	err = w.PatchRowGroup(f, 1, columns, func() (*vec.Batch, error) {
		if done {
			return nil, io.EOF
		}
		done = true
		return patch[0], nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range more {
		if err := w.Write(b); err != nil {
			t.Fatal(err)
		}
		b.Release()
	}
	for g := 3; g < f.NumRowGroups(); g++ {
		if err := w.CopyRowGroup(f, g); err != nil {
			t.Fatal(err)
		}
	}
	info, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	for c := range want {
		var l []string
		l = append(l, want[c][:rows]...)
		switch c {
		case columns[0]:
			l = append(l, patched[0]...)
		case columns[1]:
			l = append(l, patched[1]...)
		default:
			l = append(l, want[c][rows:2*rows]...)
		}
		l = append(l, added[c]...)
		l = append(l, want[c][min(3*rows, total):]...)
		want[c] = l
	}
	if info.Rows != int64(len(want[0])) {
		t.Errorf("%d rows, want %d", info.Rows, len(want[0]))
	}
	got, _ := scan(t, memoryFile(out.Bytes()), ScanOptions{Alloc: alloc})
	compare(t, s, got, want)

	// The moved page indexes lead to the right rows.
	var ranges []Range
	var picked []int64
	for at := int64(0); at < info.Rows; at += int64(1 + r.IntN(200)) {
		n := min(int64(1+r.IntN(30)), info.Rows-at)
		ranges = append(ranges, Range{at, at + n})
		for k := range n {
			picked = append(picked, at+k)
		}
		at += n
	}
	got, rowNumbers := scan(t, memoryFile(out.Bytes()), ScanOptions{Alloc: alloc, Rows: ranges})
	for c := range want {
		var l []string
		for _, k := range picked {
			l = append(l, want[c][k])
		}
		want[c] = l
	}
	compare(t, s, got, want)
	for i := range picked {
		if rowNumbers[i] != picked[i] {
			t.Fatalf("row %d has number %d, want %d", i, rowNumbers[i], picked[i])
		}
	}
	checkBlooms(t, out.Bytes(), s, alloc)
	for _, b := range batches {
		b.Release()
	}
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leak", alloc.Used())
	}
}

// checkBlooms makes sure that no value of the columns with filters is denied, and that most others are.
func checkBlooms(t *testing.T, b []byte, s types.StructType, alloc *vec.Allocator) {
	f := open(t, b)
	filters := 0
	for g := range f.NumRowGroups() {
		for leaf, n := range f.leaves {
			x, err := f.Bloom(g, leaf)
			if err != nil {
				t.Fatal(err)
			}
			if x == nil {
				continue
			}
			filters++
			field, _, _ := s.Field(n.Name)
			sc, err := f.Scan(context.Background(), ScanOptions{Schema: types.StructType{Fields: []types.StructField{field}}, RowGroups: []int{g}, Alloc: alloc})
			if err != nil {
				t.Fatal(err)
			}
			for {
				b, _, err := sc.Next()
				if err != nil {
					break
				}
				for i := range b.Len {
					v := cell(b.Cols[0], i)
					if v != nil && !x.MayContain(v) {
						t.Fatalf("the filter of %s denies %v", n.Name, v)
					}
				}
				b.Release()
			}
			sc.Close()
			denied := 0
			for i := range int64(200) {
				if (n.Name == "c4") && !x.MayContain(1<<50+i) || n.Name != "c4" && !x.MayContain(string(rune('A'+i))+"?") {
					denied++
				}
			}
			if denied < 150 {
				t.Errorf("the filter of %s denies only %d of 200", n.Name, denied)
			}
		}
	}
	if filters == 0 {
		t.Error("no bloom filters")
	}
}

// TestRowSelection picks random rows of flat and nested columns, with and without a page index, from one file by several
// scanners at the same time.
func TestRowSelection(t *testing.T) {
	s := allTypes()
	r := rand.New(rand.NewPCG(8, 8))
	alloc := vec.NewAllocator(0)
	batches, want := randomBatches(r, alloc, s, 800, 700)
	for _, opts := range []WriterOptions{{PageRows: 30, RowGroupRows: 400}, {PageRows: 100, NoPageIndex: true, NoDictionary: true}} {
		b, _ := write(t, s, opts, batches)
		for _, local := range []bool{false, true} {
			src := &counting{memoryFile: b, local: local}
			var g sync.WaitGroup
			for n := range 4 {
				ranges, rows := randomRanges(rand.New(rand.NewPCG(8, uint64(n))), int64(len(want[0])))
				g.Go(func() {
					got, numbers := scan(t, src, ScanOptions{Alloc: alloc, Rows: ranges, KeepDictionary: n%2 == 0})
					for i, k := range rows {
						if i >= len(numbers) || numbers[i] != k {
							t.Errorf("row %d has another number than %d", i, k)
							return
						}
						for c := range want {
							if got[c][i] != want[c][k] {
								t.Errorf("%s row %d: %s, want %s", s.Fields[c].Name, k, got[c][i], want[c][k])
								return
							}
						}
					}
				})
			}
			g.Wait()
		}
	}
	for _, b := range batches {
		b.Release()
	}
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leak", alloc.Used())
	}
}

// randomRanges picks some rows of n, in runs near and far from each other.
func randomRanges(r *rand.Rand, n int64) (ranges []Range, rows []int64) {
	for at := r.Int64N(10); at < n; at += 1 + r.Int64N(1+200*int64(r.IntN(2))) {
		end := min(at+1+r.Int64N(20), n)
		ranges = append(ranges, Range{at, end})
		for ; at < end; at++ {
			rows = append(rows, at)
		}
	}
	return ranges, rows
}

// TestRowSelectionReadsLittle counts the bytes that a selective scan fetches.
func TestRowSelectionReadsLittle(t *testing.T) {
	s := types.StructType{Fields: []types.StructField{fieldOf("a", types.Long, true), fieldOf("b", types.String, true)}}
	r := rand.New(rand.NewPCG(5, 6))
	alloc := vec.NewAllocator(0)
	b := alloc.NewBatch(200_000)
	b.Cols = []*vec.Vector{randomVector(r, b.Arena, types.Long, b.Len, 0, false), randomVector(r, b.Arena, types.String, b.Len, 0.1, false)}
	file, _ := write(t, s, WriterOptions{PageRows: 2000, NoDictionary: true}, []*vec.Batch{b})
	want := []string{textCell(b.Cols[1], 150_007)}
	b.Release()
	for _, local := range []bool{false, true} {
		src := &counting{memoryFile: file, local: local}
		got, rows := scan(t, src, ScanOptions{Alloc: alloc, Rows: []Range{{7, 8}, {150_007, 150_008}}, CoalesceGap: 1})
		if len(rows) != 2 || rows[0] != 7 || rows[1] != 150_007 || got[1][1] != want[0] {
			t.Errorf("rows %v, values %v", rows, got)
		}
		if src.bytes.Load() > int64(len(file))/8 {
			t.Errorf("read %d of %d bytes", src.bytes.Load(), len(file))
		}
	}
}

type counting struct {
	memoryFile
	local       bool
	bytes, reqs atomic.Int64
}

func (c *counting) Local() bool { return c.local }
func (c *counting) ReadAt(p []byte, off int64) (int, error) {
	c.bytes.Add(int64(len(p)))
	c.reqs.Add(1)
	return c.memoryFile.ReadAt(p, off)
}

func TestXXHash(t *testing.T) {
	for in, want := range map[string]uint64{"": 0xef46db3751d8e999, "a": 0xd24ec4f1a98c6e5b, "abc": 0x44bc2cf5ad770999,
		"Nobody inspects the spammish repetition": 0xfbcea83c8a378bf1} {
		if got := xxhash64([]byte(in)); got != want {
			t.Errorf("%q: %x, want %x", in, got, want)
		}
	}
}

// TestRewriteOldForms adds rows to a file of Spark with INT96 timestamps, and refuses to where the form is not written here,
// while its row groups can still be copied.
func TestRewriteOldForms(t *testing.T) {
	dir := filepath.Join(goldenDir(t), "parquet-testing", "data")
	alloc := vec.NewAllocator(0)
	b, err := os.ReadFile(filepath.Join(dir, "int96_from_spark.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	f := open(t, b)
	s, _ := f.Schema()
	batches, added := randomBatches(rand.New(rand.NewPCG(1, 9)), alloc, s, 40)
	var out bytes.Buffer
	w, err := NewRewriter(&out, f, s, ByName, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.CopyRowGroup(f, 0); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(batches[0]); err != nil {
		t.Fatal(err)
	}
	batches[0].Release()
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	want, _ := scan(t, memoryFile(b), ScanOptions{Alloc: alloc, Schema: s})
	got, _ := scan(t, memoryFile(out.Bytes()), ScanOptions{Alloc: alloc, Schema: s})
	compare(t, s, got, [][]string{append(want[0], added[0]...)})

	if b, err = os.ReadFile(filepath.Join(dir, "byte_array_decimal.parquet")); err != nil {
		t.Fatal(err)
	}
	f = open(t, b)
	s, _ = f.Schema()
	out.Reset()
	if w, err = NewRewriter(&out, f, s, ByName, WriterOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := w.CopyRowGroup(f, 0); err != nil {
		t.Fatal(err)
	}
	empty := alloc.NewBatch(0)
	empty.Cols = []*vec.Vector{{Type: s.Fields[0].Type}}
	if err := w.Write(empty); sparkerr.Condition(err) != "UNSUPPORTED_FEATURE" {
		t.Errorf("decimals as byte arrays: %v", err)
	}
	empty.Release()
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	want, _ = scan(t, memoryFile(b), ScanOptions{Alloc: alloc, Schema: s})
	got, _ = scan(t, memoryFile(out.Bytes()), ScanOptions{Alloc: alloc, Schema: s})
	compare(t, s, got, want)
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leak", alloc.Used())
	}
}
