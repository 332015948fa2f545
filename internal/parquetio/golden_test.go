package parquetio

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
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

type memoryFile []byte

func (m memoryFile) Size() int64 { return int64(len(m)) }
func (m memoryFile) ReadAt(p []byte, off int64) (int, error) {
	if off >= int64(len(m)) {
		return 0, io.EOF
	}
	n := copy(p, m[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// readAll reads all rows of a file in the form that its Parquet types say.
func readAll(t testing.TB, b []byte, name string, opts ScanOptions) (rows []string, err error) {
	alloc := vec.NewAllocator(0)
	defer func() {
		if alloc.Used() != 0 {
			t.Errorf("%s: %d bytes leak", name, alloc.Used())
		}
	}()
	f, err := Open(context.Background(), memoryFile(b), name, OpenOptions{PageBytesMax: 64 << 20})
	if err != nil {
		return nil, err
	}
	if opts.Schema, err = f.ParquetSchema(); err != nil {
		return nil, err
	}
	opts.Alloc = alloc
	s, err := f.Scan(context.Background(), opts)
	if err != nil {
		return nil, err
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
		for i := range b.Rows() {
			var l []string
			for _, c := range b.Cols {
				l = append(l, textCell(c, b.Row(i)))
			}
			rows = append(rows, strings.Join(l, "|"))
		}
		b.Release()
	}
}

// goldenRows are the rows of files that the oracle does not read.
var goldenRows = map[string]string{
	"int96_from_spark.parquet": "1704141296123456;1704070800000000;253402225200000000;1735599600000000;<nil>;9089380393200000000",
	"map_no_value.parquet": "[1 <nil> 2 <nil> 3 <nil>]|[1 <nil> 2 <nil> 3 <nil>]|[1 2 3];[4 <nil> 5 <nil> 6 <nil>]|[4 <nil> 5 <nil> 6 <nil>]|[4 5 6];" +
		"[7 <nil> 8 <nil> 9 <nil>]|[7 <nil> 8 <nil> 9 <nil>]|[7 8 9]",
	"incorrect_map_schema.parquet":              "[parent another name report]",
	"datapage_v2_empty_datapage.snappy.parquet": "<nil>",
	"hadoop_lz4_compressed.parquet":             "1593604800|abc|4631107791820423168;1593604800|def|4620355447710076109;1593604801|abc|4631125384006467584;1593604801|def|4620355447710076109",
	"non_hadoop_lz4_compressed.parquet":         "1593604800|abc|4631107791820423168;1593604800|def|4620355447710076109;1593604801|abc|4631125384006467584;1593604801|def|4620355447710076109",
	"old_list_structure.parquet":                "[[1 2] [3 4]]",
}

// goldenCounts are row counts of files that nobody else reads in full.
var goldenCounts = map[string]int{"nation.dict-malformed.parquet": 25, "overflow_i16_page_cnt.parquet": 40000, "unknown-logical-type.parquet": 3}

func TestGoldenRows(t *testing.T) {
	dir := filepath.Join(goldenDir(t), "parquet-testing", "data")
	for name, want := range goldenRows {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := readAll(t, b, name, ScanOptions{})
		if got := strings.Join(rows, ";"); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", name, got, err, want)
		}
	}
	for name, want := range goldenCounts {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if rows, err := readAll(t, b, name, ScanOptions{}); err != nil || len(rows) != want {
			t.Errorf("%s: %d rows, %v, want %d", name, len(rows), err, want)
		}
	}
}

// goldenErrors are the conditions that damaged and encrypted files give.
var goldenErrors = map[string]string{
	"bad_data/PARQUET-1481.parquet":                           "FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER",
	"bad_data/ARROW-RS-GH-6229-DICTHEADER.parquet":            "FAILED_READ_FILE.",
	"bad_data/ARROW-RS-GH-6229-LEVELS.parquet":                "FAILED_READ_FILE.NO_HINT",
	"bad_data/ARROW-GH-41317.parquet":                         "FAILED_READ_FILE.",
	"bad_data/ARROW-GH-41321.parquet":                         "PARQUET_TYPE_NOT_SUPPORTED",
	"bad_data/ARROW-GH-43605.parquet":                         "",
	"bad_data/ARROW-GH-45185.parquet":                         "FAILED_READ_FILE.NO_HINT",
	"bad_data/ARROW-GH-47662.parquet":                         "FAILED_READ_FILE.NO_HINT",
	"data/datapage_v1-corrupt-checksum.parquet":               "FAILED_READ_FILE.NO_HINT",
	"data/rle-dict-uncompressed-corrupt-checksum.parquet":     "FAILED_READ_FILE.NO_HINT",
	"data/datapage_v1-snappy-compressed-checksum.parquet":     "",
	"data/rle-dict-snappy-checksum.parquet":                   "",
	"data/encrypt_columns_and_footer.parquet.encrypted":       "UNSUPPORTED_FEATURE",
	"data/encrypt_columns_plaintext_footer.parquet.encrypted": "PARQUET_TYPE_NOT_SUPPORTED",
	"data/uniform_encryption.parquet.encrypted":               "UNSUPPORTED_FEATURE",
	"data/large_string_map.brotli.parquet":                    "FAILED_READ_FILE.NO_HINT",
}

func TestGoldenErrors(t *testing.T) {
	dir := filepath.Join(goldenDir(t), "parquet-testing")
	for name, want := range goldenErrors {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := readAll(t, b, name, ScanOptions{VerifyChecksums: true})
		if c := sparkerr.Condition(err); !strings.HasPrefix(c, want) || want == "" && err != nil {
			t.Errorf("%s: %d rows and %v, want %s", name, len(rows), err, want)
		}
		if strings.HasPrefix(want, "FAILED_READ_FILE") && err != nil && !strings.Contains(err.Error(), name) {
			t.Errorf("%s: the error does not name the file: %v", name, err)
		}
	}
}
