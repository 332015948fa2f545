package vec

import (
	"reflect"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
)

// samples are vectors of every kind in every form, with the Go values of their rows.
func samples(t *testing.T, r *Arena) (vs []*Vector) {
	t.Helper()
	text := "a text that is longer than twelve bytes"
	point := types.StructType{Fields: []types.StructField{{Name: "x", Type: types.Integer, Nullable: true}, {Name: "s", Type: types.String, Nullable: true}}}
	list := types.ArrayType{Element: types.String, ContainsNull: true}
	for _, c := range []struct {
		t      types.DataType
		values []any
	}{
		{types.Boolean, []any{true, nil, false}},
		{types.Long, []any{int64(1), int64(-1), nil}},
		{types.DecimalType{Precision: 10, Scale: 2}, []any{types.Decimal{Unscaled: types.Int128Of(5), Precision: 10, Scale: 2}, nil}},
		{types.String, []any{"", "short", text, nil}},
		{types.CalendarInterval, []any{types.CalendarIntervalValue{Months: 1}, nil}},
		{list, []any{[]any{"a", nil, text}, nil, []any{}}},
		{types.MapType{Key: types.String, Value: list, ValueContainsNull: true}, []any{types.MapValue{Keys: []any{"k"}, Values: []any{[]any{text}}}, nil}},
		{point, []any{[]any{int32(1), "one"}, nil, []any{nil, text}}},
		{types.Null, []any{nil, nil}},
	} {
		v, err := FromValues(r, c.t, c.values)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.values {
			if got := ValueAt(v, i); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s row %d: got %v, want %v", c.t.SQL(), i, got, want)
			}
		}
		vs = append(vs, v, AsConstant(r, v, 0, 3), AsConstant(r, v, len(c.values)-1, 3))
		if c.t.ID() != types.IDNull {
			flat, _ := FromValues(r, c.t, []any{c.values[0], c.values[0]})
			vs = append(vs, &Vector{Type: c.t, Form: Dictionary, Len: 3, Codes: []uint32{1, 0, 1}, Valid: Bitmap{5, 0, 0, 0, 0, 0, 0, 0}, Children: []*Vector{flat}})
		}
	}
	return vs
}

func TestGatherFlattenConcatKeepValues(t *testing.T) {
	a := NewAllocator(0)
	r := a.NewArena()
	for _, v := range samples(t, r) {
		rows := make([]any, v.Len)
		for i := range rows {
			rows[i] = ValueAt(v, i)
		}
		check := func(what string, got *Vector, want []any) {
			t.Helper()
			if got.Len != len(want) {
				t.Fatalf("%s of %s: %d rows, want %d", what, v.Type.SQL(), got.Len, len(want))
			}
			for i := range want {
				if g := ValueAt(got, i); !reflect.DeepEqual(g, want[i]) {
					t.Errorf("%s of %s (form %d) row %d: got %v, want %v", what, v.Type.SQL(), v.Form, i, g, want[i])
				}
			}
		}
		check("Gather", Gather(r, v, []int32{1, 0, 1}), []any{rows[1], rows[0], rows[1]})
		missing := Gather(r, v, []int32{-1, 0, 1, -1})
		check("Gather with missing rows", missing, []any{nil, rows[0], rows[1], nil})
		check("Gather twice", Gather(r, missing, []int32{1, 3}), []any{rows[0], nil})
		check("Gather of nothing", Gather(r, v, nil), nil)
		check("Flatten", Flatten(r, v, nil), rows)
		if f := Flatten(r, v, Sel{1}); !reflect.DeepEqual(ValueAt(f, 1), rows[1]) {
			t.Errorf("Flatten of %s under a selection: %v", v.Type.SQL(), ValueAt(f, 1))
		}
		check("Concat", Concat(r, v.Type, v, v), append(append([]any{}, rows...), rows...))
		b := NewBuilder(r, v.Type)
		b.Null()
		b.Rows(v, Sel{1})
		check("Builder", b.Finish(), []any{nil, rows[1]})
	}
	r.Release()
	if a.Used() != 0 {
		t.Errorf("%d bytes leak", a.Used())
	}
}
