package parquetio

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

func decimal(p, s int) types.DataType { return types.DecimalType{Precision: p, Scale: s} }

// promotions are reads of a column as another type: the value 7 of the first as text of the second, or "" where Spark
// refuses.
var promotions = []struct {
	file, read types.DataType
	want       string
}{
	{types.Byte, types.Short, "7"}, {types.Byte, types.Integer, "7"}, {types.Short, types.Long, "7"}, {types.Integer, types.Long, "7"},
	{types.Integer, types.Double, "4619567317775286272"}, {types.Float, types.Double, "4619567317775286272"},
	{types.Integer, decimal(10, 0), "7"}, {types.Integer, decimal(12, 2), "700"}, {types.Long, decimal(20, 0), "7"},
	{types.Date, types.TimestampNTZ, "604800000000"},
	{decimal(5, 2), decimal(9, 2), "7"}, {decimal(5, 2), decimal(12, 4), "700"}, {decimal(20, 2), decimal(30, 5), "7000"},
	{types.TimestampNTZ, types.Timestamp, "7"},
	{types.Long, types.Integer, ""}, {types.Double, types.Float, ""}, {types.String, types.Integer, ""}, {types.Integer, types.String, ""},
	{types.Integer, decimal(9, 0), ""}, {decimal(12, 4), decimal(12, 2), ""}, {decimal(9, 2), decimal(9, 3), ""},
	{types.Timestamp, types.TimestampNTZ, ""}, {types.Date, types.Timestamp, ""}, {types.Long, types.Timestamp, ""},
	{types.Integer, types.ArrayType{Element: types.Integer}, ""}, {types.Integer, types.StructType{}, ""},
	{types.Boolean, types.Integer, ""},
}

func TestPromotion(t *testing.T) {
	for _, p := range promotions {
		alloc := vec.NewAllocator(0)
		b := alloc.NewBatch(1)
		v := &vec.Vector{Type: p.file, Len: 1, Data: b.Zeroed(16)[:vec.Width(p.file)]}
		switch p.file.ID() {
		case types.IDString:
			vec.Values[vec.View](v)[0] = vec.ViewOf([]byte("7"))
		case types.IDFloat:
			vec.Values[float32](v)[0] = 7
		case types.IDDouble:
			vec.Values[float64](v)[0] = 7
		case types.IDBoolean:
			v.Data[0] = 1
		default:
			v.Data[0] = 7
		}
		b.Cols = []*vec.Vector{v}
		file, _ := write(t, types.StructType{Fields: []types.StructField{fieldOf("a", p.file, true)}}, WriterOptions{}, []*vec.Batch{b})
		b.Release()
		f := open(t, file)
		want := types.StructType{Fields: []types.StructField{fieldOf("A", p.read, true)}}
		s, err := f.Scan(context.Background(), ScanOptions{Schema: want, Alloc: alloc})
		if p.want == "" {
			if sparkerr.Condition(err) != "FAILED_READ_FILE.PARQUET_COLUMN_DATA_TYPE_MISMATCH" || !strings.Contains(err.Error(), "test.parquet") {
				t.Errorf("%s as %s: %v", p.file.SQL(), p.read.SQL(), err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s as %s: %v", p.file.SQL(), p.read.SQL(), err)
			continue
		}
		s.Close()
		got, _ := scan(t, memoryFile(file), ScanOptions{Schema: want, Alloc: alloc})
		if got[0][0] != p.want {
			t.Errorf("%s as %s: %s, want %s", p.file.SQL(), p.read.SQL(), got[0][0], p.want)
		}
		if alloc.Used() != 0 {
			t.Errorf("%d bytes leak", alloc.Used())
		}
	}
}

// TestProjection reads columns by other names, pruned structs, and columns that are not there.
func TestProjection(t *testing.T) {
	alloc := vec.NewAllocator(0)
	inner := types.StructType{Fields: []types.StructField{fieldOf("x", types.Integer, true), fieldOf("y", types.String, true)}}
	s := types.StructType{Fields: []types.StructField{
		fieldOf("col-1", types.Long, true).WithMetadata("parquet.field.id", int64(11)), fieldOf("Inner", inner, true).WithMetadata("parquet.field.id", int64(12)),
		fieldOf("list", types.ArrayType{Element: inner, ContainsNull: true}, true)}}
	batches, want := randomBatches(rand.New(rand.NewPCG(1, 1)), alloc, s, 300)
	file, _ := write(t, s, WriterOptions{FieldIDs: true}, batches)
	for _, b := range batches {
		b.Release()
	}
	y := types.StructType{Fields: []types.StructField{fieldOf("Y", types.String, true)}}
	none := types.StructType{Fields: []types.StructField{fieldOf("zz", types.String, true)}}
	read := types.StructType{Fields: []types.StructField{
		fieldOf("logical", types.Long, true).WithMetadata("delta.columnMapping.physicalName", "col-1"),
		fieldOf("gone", types.Date, true), fieldOf("gonelist", types.ArrayType{Element: types.Date}, true)}}
	got, _ := scan(t, memoryFile(file), ScanOptions{Schema: read, Match: ByPhysicalName, Alloc: alloc})
	for i := range want[0] {
		if got[0][i] != want[0][i] || got[1][i] != "<nil>" || got[2][i] != "<nil>" {
			t.Fatalf("row %d: %s %s, want %s", i, got[0][i], got[1][i], want[0][i])
		}
	}
	read.Fields = []types.StructField{fieldOf("renamed", types.Long, true).WithMetadata("parquet.field.id", int64(11)),
		fieldOf("inner2", y, true).WithMetadata("parquet.field.id", int64(12))}
	got, _ = scan(t, memoryFile(file), ScanOptions{Schema: read, Match: ByFieldID, Alloc: alloc})
	if got[0][5] != want[0][5] {
		t.Errorf("by id: %s, want %s", got[0][5], want[0][5])
	}
	// A struct none of whose fields is in the file keeps its own nullness.
	read.Fields = []types.StructField{fieldOf("inner", none, true), fieldOf("LIST", types.ArrayType{Element: none, ContainsNull: true}, true), fieldOf("inner", y, true)}
	_, err := open(t, file).Scan(context.Background(), ScanOptions{Schema: read, Alloc: alloc})
	if err != nil {
		t.Fatal(err)
	}
	read.Fields = read.Fields[:2]
	got, _ = scan(t, memoryFile(file), ScanOptions{Schema: read, Alloc: alloc})
	for i := range want[1] {
		if (got[0][i] == "<nil>") != (want[1][i] == "<nil>") || (got[1][i] == "<nil>") != (want[2][i] == "<nil>") ||
			strings.Count(got[1][i], "[<nil>]") > 0 && want[2][i] == "[]" {
			t.Fatalf("row %d: %s %s, want the nullness of %s %s", i, got[0][i], got[1][i], want[1][i], want[2][i])
		}
	}
	// No columns: rows are counted.
	sc, err := open(t, file).Scan(context.Background(), ScanOptions{Alloc: alloc})
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := sc.Next()
	if err != nil || b.Rows() != len(want[0]) || len(b.Cols) != 0 {
		t.Fatal(b, err)
	}
	b.Release()
	sc.Close()
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leak", alloc.Used())
	}
}
