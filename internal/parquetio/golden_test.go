package parquetio

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/flintlake/flintlake/internal/vec"
)

// goldenDir is the folder of other engines' files beside the checkout.
func goldenDir(t testing.TB) string {
	dir := filepath.Join("..", "..", "..", "shared", "golden")
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("golden files are missing: %v", err)
		}
		t.Skip("golden files are not here")
	}
	return dir
}

type memory []byte

func (m memory) Size() int64 { return int64(len(m)) }
func (m memory) ReadAt(p []byte, off int64) (int, error) {
	if off >= int64(len(m)) {
		return 0, io.EOF
	}
	n := copy(p, m[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func readAll(t testing.TB, b []byte, name string) (rows int64, err error) {
	alloc := vec.NewAllocator(0)
	defer func() {
		if alloc.Used() != 0 {
			t.Errorf("%s: %d bytes leak", name, alloc.Used())
		}
	}()
	f, err := Open(context.Background(), memory(b), name, OpenOptions{})
	if err != nil {
		return 0, err
	}
	schema, err := f.ParquetSchema()
	if err != nil {
		return 0, err
	}
	s, err := f.Scan(context.Background(), ScanOptions{Schema: schema, Alloc: alloc})
	if err != nil {
		return 0, err
	}
	defer s.Close()
	for {
		b, _, err := s.Next()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		rows += int64(b.Rows())
		b.Release()
	}
}

func TestGoldenSmoke(t *testing.T) {
	dir := filepath.Join(goldenDir(t), "parquet-testing")
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*.parquet*"))
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(name) == "large_string_map.brotli.parquet" {
			continue
		}
		rows, err := readAll(t, b, filepath.Base(name))
		t.Log(filepath.Base(name), rows, err)
	}
}
