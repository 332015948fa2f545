package scan

import (
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// every is a schema with the layouts that an IPC stream can have.
var every = types.NewStruct(
	types.StructField{Name: "b", Type: types.Boolean, Nullable: true},
	types.StructField{Name: "i", Type: types.Integer, Nullable: true},
	types.StructField{Name: "d", Type: types.DecimalType{Precision: 30, Scale: 2}, Nullable: true},
	types.StructField{Name: "s", Type: types.String, Nullable: true},
	types.StructField{Name: "ts", Type: types.Timestamp, Nullable: true},
	types.StructField{Name: "a", Type: types.ArrayType{Element: types.String, ContainsNull: true}, Nullable: true},
	types.StructField{Name: "m", Type: types.MapType{Key: types.String, Value: types.Long, ValueContainsNull: true}, Nullable: true},
	types.StructField{Name: "st", Type: types.NewStruct(types.StructField{Name: "x", Type: types.Double, Nullable: true}), Nullable: true},
	types.StructField{Name: "n", Type: types.Null, Nullable: true},
)

func stream(t testing.TB) []byte {
	t.Helper()
	alloc := vec.NewAllocator(0)
	b := alloc.NewBatch(3)
	defer b.Release()
	rows := [][]any{
		{true, nil, false},
		{int32(1), int32(-2), nil},
		{types.Decimal{Unscaled: types.Int128Of(12345), Precision: 30, Scale: 2}, nil, types.Decimal{Unscaled: types.Int128Of(-1), Precision: 30, Scale: 2}},
		{"short", nil, "a text that does not fit into a view"},
		{int64(1), int64(-1), nil},
		{[]any{"a", nil}, []any{}, nil},
		{types.MapValue{Keys: []any{"k"}, Values: []any{int64(7)}}, types.MapValue{}, nil},
		{[]any{1.5}, []any{nil}, nil},
		{nil, nil, nil},
	}
	for i, f := range every.Fields {
		v, err := vec.FromValues(b.Arena, f.Type, rows[i])
		if err != nil {
			t.Fatal(err)
		}
		b.Cols = append(b.Cols, v)
	}
	data, err := ToIPC(every, []*vec.Batch{b, b})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestIPCRoundTrip(t *testing.T) {
	columns, rows, err := FromIPC(stream(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !types.EqualIgnoreNullability(columns, every) || rows.RowCount() != 6 {
		t.Fatalf("%s, %d rows", columns.SQL(), rows.RowCount())
	}
	alloc := vec.NewAllocator(0)
	batches, err := rows.decode(alloc)
	if err != nil || len(batches) != 2 {
		t.Fatal(batches, err)
	}
	for _, b := range batches {
		if s, _ := vec.ValueAt(b.Cols[3], 2).(string); s != "a text that does not fit into a view" || !b.Cols[1].IsNull(2) {
			t.Errorf("got %q", s)
		}
		if m, _ := vec.ValueAt(b.Cols[6], 0).(types.MapValue); len(m.Values) != 1 || m.Values[0] != int64(7) {
			t.Errorf("got %v", m)
		}
		b.Release()
	}
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leaked", alloc.Used())
	}
}

func TestDamagedIPCIsRefused(t *testing.T) {
	data := stream(t)
	alloc := vec.NewAllocator(0)
	refused := 0
	for cut := 0; cut < len(data); cut += 7 {
		for _, damaged := range [][]byte{data[:cut], flipped(data, cut)} {
			_, rows, err := FromIPC(damaged, nil)
			if err == nil {
				var batches []*vec.Batch
				batches, err = rows.decode(alloc)
				for _, b := range batches {
					b.Release()
				}
			}
			if err != nil {
				refused++
			}
			if alloc.Used() != 0 {
				t.Fatalf("%d bytes leaked at %d: %v", alloc.Used(), cut, err)
			}
		}
	}
	if refused == 0 || alloc.Used() != 0 {
		t.Fatalf("%d refused, %d bytes leaked", refused, alloc.Used())
	}
}

func flipped(data []byte, at int) []byte {
	c := append([]byte(nil), data...)
	c[at] ^= 0x55
	return c
}

func TestIPCKeepsTypesArrowDoesNotHave(t *testing.T) {
	binary := func(name string) types.StructField { return types.StructField{Name: name, Type: types.Binary} }
	pair := types.NewStruct(binary("value"), binary("metadata"))
	for _, c := range []struct {
		want, have types.DataType
		kept       bool
	}{
		{types.VariantType{}, pair, true},
		{types.ArrayType{Element: types.VariantType{}}, types.ArrayType{Element: pair}, true},
		{types.VariantType{}, types.NewStruct(binary("metadata"), binary("value")), false},
		{types.CharType{Length: 3}, types.String, true},
		{types.Date, types.Timestamp, false},
		{types.NewStruct(binary("a")), types.NewStruct(binary("b")), false},
	} {
		if got := wanted(c.want, c.have); types.Equal(got, c.want) != c.kept {
			t.Errorf("%s for %s: got %s", c.want.SQL(), c.have.SQL(), got.SQL())
		}
	}
}
