package parquetio

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// arrowRows reads a file with arrow-go: rows as text, column by column.
func arrowRows(b []byte) (rows [][]string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("arrow-go panics: %v", p)
		}
	}()
	pf, err := file.NewParquetReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	defer pf.Close()
	fr, err := pqarrow.NewFileReader(pf, pqarrow.ArrowReadProperties{BatchSize: 1000}, memory.DefaultAllocator)
	if err != nil {
		return nil, err
	}
	table, err := fr.ReadTable(context.Background())
	if err != nil {
		return nil, err
	}
	defer table.Release()
	for i := range int(table.NumCols()) {
		var l []string
		for _, chunk := range table.Column(i).Data().Chunks() {
			for k := range chunk.Len() {
				l = append(l, fmt.Sprint(arrowCell(chunk, k)))
			}
		}
		rows = append(rows, l)
	}
	return rows, nil
}

// arrowCell is a value in the form of cell.
func arrowCell(a arrow.Array, i int) any {
	if a.IsNull(i) {
		return nil
	}
	switch a := a.(type) {
	case *array.Boolean:
		if a.Value(i) {
			return int64(1)
		}
		return int64(0)
	case *array.Int8:
		return int64(a.Value(i))
	case *array.Int16:
		return int64(a.Value(i))
	case *array.Int32:
		return int64(a.Value(i))
	case *array.Int64:
		return a.Value(i)
	case *array.Uint8:
		return int64(a.Value(i))
	case *array.Uint16:
		return int64(a.Value(i))
	case *array.Uint32:
		return int64(a.Value(i))
	case *array.Uint64:
		return types.Int128FromUint64(a.Value(i))
	case *array.Float16:
		return math.Float32bits(a.Value(i).Float32())
	case *array.Float32:
		return math.Float32bits(a.Value(i))
	case *array.Float64:
		return math.Float64bits(a.Value(i))
	case *array.Date32:
		return int64(a.Value(i))
	case *array.Time64:
		return int64(a.Value(i)) * 1000
	case *array.Timestamp:
		switch a.DataType().(*arrow.TimestampType).Unit {
		case arrow.Millisecond:
			return int64(a.Value(i)) * 1000
		case arrow.Nanosecond:
			return floorDiv(int64(a.Value(i)), 1000)
		}
		return int64(a.Value(i))
	case *array.Decimal128:
		return types.Int128{Lo: a.Value(i).LowBits(), Hi: a.Value(i).HighBits()}
	case *array.String:
		return a.Value(i)
	case *array.Binary:
		return string(a.Value(i))
	case *array.FixedSizeBinary:
		return string(a.Value(i))
	case *array.Map:
		from, to := a.ValueOffsets(i)
		l := []any{}
		for k := from; k < to; k++ {
			l = append(l, arrowCell(a.Keys(), int(k)), arrowCell(a.Items(), int(k)))
		}
		return l
	case array.ListLike:
		from, to := a.ValueOffsets(i)
		l := []any{}
		for k := from; k < to; k++ {
			l = append(l, arrowCell(a.ListValues(), int(k)))
		}
		return l
	case *array.Struct:
		var l []any
		for f := range a.NumField() {
			l = append(l, arrowCell(a.Field(f), i))
		}
		return l
	case array.ExtensionArray:
		return arrowCell(a.Storage(), i)
	case *array.Null:
		return nil
	}
	return fmt.Sprintf("?%T", a)
}

// TestArrowReadsOurs has an independent reader check what the Writer makes.
func TestArrowReadsOurs(t *testing.T) {
	s := allTypes()
	for i, opts := range []WriterOptions{{PageRows: 100, RowGroupRows: 700}, {Codec: Zstd, NoDictionary: true, PageBytes: 4000}} {
		r := rand.New(rand.NewPCG(9, uint64(i)))
		alloc := vec.NewAllocator(0)
		batches, want := randomBatches(r, alloc, s, 300, 800, 500)
		b, _ := write(t, s, opts, batches)
		for _, x := range batches {
			x.Release()
		}
		got, err := arrowRows(b)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, s, got, want)
	}
}

// oracleSkips are golden files that arrow-go does not read, or reads as something else than Spark does; the reason is said.
var oracleSkips = map[string]string{
	"int96_from_spark.parquet":                  "timestamps beyond the nanoseconds that arrow-go converts to",
	"large_string_map.brotli.parquet":           "two gigabytes of text",
	"map_no_value.parquet":                      "arrow-go reads a map without values as a list of keys",
	"incorrect_map_schema.parquet":              "arrow-go refuses a map with optional keys",
	"nation.dict-malformed.parquet":             "arrow-go refuses its dictionary",
	"overflow_i16_page_cnt.parquet":             "arrow-go refuses more than 32767 pages",
	"datapage_v2_empty_datapage.snappy.parquet": "arrow-go decompresses nothing",
	"hadoop_lz4_compressed.parquet":             "arrow-go lacks the codec",
	"non_hadoop_lz4_compressed.parquet":         "arrow-go lacks the codec",
	"old_list_structure.parquet":                "arrow-go takes the repeated group for a struct",
	"unknown-logical-type.parquet":              "arrow-go panics",
}

// TestGoldenAgainstArrow compares every golden file with what arrow-go reads from it.
func TestGoldenAgainstArrow(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(goldenDir(t), "parquet-testing", "data", "*.parquet"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	alloc := vec.NewAllocator(0)
	compared := 0
	for _, path := range files {
		name := filepath.Base(path)
		if oracleSkips[name] != "" {
			continue
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := arrowRows(b)
		if err != nil {
			t.Errorf("%s: arrow-go: %v", name, err)
			continue
		}
		t.Run(name, func(t *testing.T) {
			f := open(t, b)
			s, err := f.ParquetSchema()
			if err != nil {
				t.Fatal(err)
			}
			got, _ := scan(t, memoryFile(b), ScanOptions{Schema: s, Alloc: alloc, BatchRows: 100})
			for c := range s.Fields {
				for i := range want[c] {
					if strings.HasPrefix(want[c][i], "?") {
						t.Fatalf("oracle: %s", want[c][i])
					}
				}
			}
			compare(t, s, got, want)
			compared++
		})
	}
	t.Logf("%d of %d files equal", compared, len(files))
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leak", alloc.Used())
	}
}

// TestGoldenTables compares the data files and checkpoints of the golden Delta tables, written by a dozen engines: all 3,500
// of them with GOLDEN=all, else every sixteenth.
func TestGoldenTables(t *testing.T) {
	stride := 16
	if os.Getenv("GOLDEN") == "all" {
		stride = 1
	}
	alloc := vec.NewAllocator(0)
	seen, compared := 0, 0
	err := filepath.WalkDir(goldenDir(t), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".parquet") || strings.Contains(path, "parquet-testing") {
			return err
		}
		if seen++; seen%stride != 0 {
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil || len(b) > 3<<20 {
			return err
		}
		f, err := Open(context.Background(), memoryFile(b), path, OpenOptions{})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return nil
		}
		s, err := f.ParquetSchema()
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return nil
		}
		got, _ := scan(t, memoryFile(b), ScanOptions{Schema: s, Alloc: alloc, KeepDictionary: true})
		want, err := arrowRows(b)
		if err != nil { // timestamps beyond nanoseconds, annotations that arrow-go refuses
			return nil
		}
		for c, field := range s.Fields {
			if strings.Contains(field.Type.SQL(), "VARIANT") { // shredded ones are put together here
				continue
			}
			if !slices.Equal(got[c], want[c]) {
				t.Errorf("%s: column %s %s differs", path, field.Name, field.Type.SQL())
			}
		}
		compared++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d files compared", compared, seen)
	if compared < seen/stride*9/10 {
		t.Errorf("only %d of %d files compared", compared, seen)
	}
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leak", alloc.Used())
	}
}
