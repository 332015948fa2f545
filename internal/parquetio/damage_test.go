package parquetio

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/flintlake/flintlake/internal/vec"
)

// tryAll opens and reads whatever b is, whole and in part, and fails the test on a panic, a leak or a long time. Errors and
// wrong values are fine: most files carry no checksums.
func tryAll(t testing.TB, b []byte, what string) {
	alloc := vec.NewAllocator(0)
	start := time.Now()
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("%s: panic: %v\n%s", what, p, debug.Stack())
		}
		if alloc.Used() != 0 {
			t.Fatalf("%s: %d bytes leak", what, alloc.Used())
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Fatalf("%s: took %v", what, d)
		}
	}()
	f, err := Open(context.Background(), memoryFile(b), what, OpenOptions{PageBytesMax: 16 << 20, FooterBytesMax: 16 << 20})
	if err != nil {
		return
	}
	_, _ = f.Schema()
	s, err := f.ParquetSchema()
	if err != nil {
		return
	}
	for g := range f.meta.RowGroups {
		for leaf, n := range f.leaves {
			if t, err := sparkPrimitive(n); err == nil {
				f.Bounds(g, leaf, t)
				_, _ = f.PageBounds(g, leaf, t)
			}
			if x, err := f.Bloom(g, leaf); err == nil && x != nil {
				x.MayContain("x")
				x.MayContain(int64(1))
			}
		}
	}
	for _, opts := range []ScanOptions{{}, {KeepDictionary: true, VerifyChecksums: true, Rows: []Range{{1, 2}, {5, 9}, {100, 130}}}} {
		opts.Schema, opts.Alloc = s, alloc
		sc, err := f.Scan(context.Background(), opts)
		if err != nil {
			return
		}
		for n := 0; n < 200; n++ { // a corrupt row count may claim billions of nulls
			b, _, err := sc.Next()
			if err != nil && strings.Contains(err.Error(), decoderFailed) {
				t.Fatalf("%s: %v", what, err)
			}
			if err != nil {
				break
			}
			for _, c := range b.Cols {
				for i := 0; i < b.Len; i += 7 {
					cell(c, i)
				}
			}
			b.Release()
		}
		sc.Close()
	}
}

// damage flips some bits or bytes, or cuts the file.
func damage(r *rand.Rand, b []byte) []byte {
	c := append([]byte(nil), b...)
	switch r.IntN(8) {
	case 0:
		return c[:r.IntN(len(c))]
	case 1: // cut from the middle: the footer stays
		at := r.IntN(len(c))
		return append(c[:at], c[at+r.IntN(len(c)-at):]...)
	case 2, 3: // near the end, where the metadata is
		for range 1 + r.IntN(3) {
			c[len(c)-1-r.IntN(min(len(c), 600))] ^= 1 << r.IntN(8)
		}
	default:
		for range 1 + r.IntN(4) {
			c[r.IntN(len(c))] = byte(r.Uint32())
		}
	}
	return c
}

func TestDamagedOwnFile(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	alloc := vec.NewAllocator(0)
	s := allTypes()
	batches, _ := randomBatches(r, alloc, s, 150, 60)
	b, _ := write(t, s, WriterOptions{PageRows: 40, RowGroupRows: 90, BloomFilters: []string{"c4"}}, batches)
	for _, x := range batches {
		x.Release()
	}
	for range 300 {
		tryAll(t, damage(r, b), "own.parquet")
	}
}

func TestDamagedGoldenFiles(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(goldenDir(t), "parquet-testing", "*", "*.parquet"))
	r := rand.New(rand.NewPCG(4, 4))
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(b) > 300<<10 {
			continue
		}
		tryAll(t, b, filepath.Base(path))
		for range 12 {
			tryAll(t, damage(r, b), filepath.Base(path))
		}
	}
}

func FuzzFile(f *testing.F) {
	dir := filepath.Join("..", "..", "..", "shared", "golden", "parquet-testing")
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*.parquet"))
	for _, path := range files {
		if b, err := os.ReadFile(path); err == nil && len(b) < 20<<10 {
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) { tryAll(t, b, "fuzz.parquet") })
}
