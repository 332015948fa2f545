package eval

import (
	"reflect"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

var (
	colA = expr.NewAttribute("a", types.Integer, true)
	colB = expr.NewAttribute("b", types.Integer, true)
	colS = expr.NewAttribute("s", types.String, true)
	colT = expr.NewAttribute("t", types.Boolean, true)
	colU = expr.NewAttribute("u", types.Boolean, true)
	colX = expr.NewAttribute("x", types.Double, true)
	colL = expr.NewAttribute("l", types.ArrayType{Element: types.String, ContainsNull: true}, true)
	colP = expr.NewAttribute("p", types.StructType{Fields: []types.StructField{{Name: "q", Type: types.Integer, Nullable: true}}}, true)
)

var input = []*expr.Attribute{colA, colB, colS, colT, colU, colX, colL, colP}

var rows = [][]any{
	{int32(1), int32(1), "one", true, false, 1.5, []any{"x", nil}, []any{int32(7)}},
	{int32(2), nil, "two", nil, true, nil, nil, nil},
	{nil, int32(3), nil, false, nil, 0.0, []any{}, []any{nil}},
	{nil, nil, "a long text of many bytes", true, true, -2.0, []any{"a long text of many bytes"}, []any{int32(9)}},
	{int32(-5), int32(300), "300", false, false, 1e10, []any{"x", nil}, []any{int32(7)}},
	{int32(70000), int32(0), "one", nil, nil, 2.0, nil, nil},
}

func literal(t types.DataType, v any) expr.Expr { return &expr.Literal{DataType: t, Value: v} }

func expressions() map[string]expr.Expr {
	one, s := literal(types.Integer, int32(1)), literal(types.String, "one")
	tiny := func(e expr.Expr) expr.Expr {
		return &expr.Cast{Child: &expr.Cast{Child: e, DataType: types.Byte}, DataType: types.Integer}
	}
	cmp := func(op expr.CompareOp, l, r expr.Expr) expr.Expr { return &expr.Compare{Op: op, Left: l, Right: r} }
	return map[string]expr.Expr{
		"a":               colA,
		"1":               one,
		"a = b":           cmp(expr.Eq, colA, colB),
		"a <=> b":         cmp(expr.EqNullSafe, colA, colB),
		"a < 1":           cmp(expr.Lt, colA, one),
		"1 >= b":          cmp(expr.Ge, one, colB),
		"s = 'one'":       cmp(expr.Eq, colS, s),
		"s <=> null":      cmp(expr.EqNullSafe, colS, literal(types.String, nil)),
		"s > 'one'":       cmp(expr.Gt, colS, s),
		"l = l":           cmp(expr.Eq, colL, colL),
		"p <=> p":         cmp(expr.EqNullSafe, colP, colP),
		"x != x":          cmp(expr.Ne, colX, colX),
		"t and u":         &expr.And{Left: colT, Right: colU},
		"t or u":          &expr.Or{Left: colT, Right: colU},
		"not t":           &expr.Not{Child: colT},
		"a is null":       &expr.IsNull{Child: colA},
		"s is not null":   &expr.IsNull{Child: colS, Negated: true},
		"a in (1,2)":      &expr.In{Value: colA, List: []expr.Expr{one, literal(types.Integer, int32(2))}},
		"a in (1,null)":   &expr.In{Value: colA, List: []expr.Expr{one, literal(types.Integer, nil)}},
		"a in (b,1)":      &expr.In{Value: colA, List: []expr.Expr{colB, one}},
		"s in ('one')":    &expr.In{Value: colS, List: []expr.Expr{s}},
		"coalesce(a,b,1)": &expr.Coalesce{Args: []expr.Expr{colA, colB, one}},
		"coalesce(l,l)":   &expr.Coalesce{Args: []expr.Expr{colL, literal(colL.DataType, []any{"z"})}},
		"coalesce(p)":     &expr.Coalesce{Args: []expr.Expr{colP, literal(colP.DataType, []any{int32(4)})}},
		"case s":          &expr.Case{When: []expr.Expr{colT, colU}, Then: []expr.Expr{colS, s}, Else: literal(types.String, "else")},
		"case no else":    &expr.Case{When: []expr.Expr{colT}, Then: []expr.Expr{colL}},
		"p.q":             &expr.GetField{Child: colP, Ordinal: 0},
		"struct":          &expr.MakeStruct{Fields: []expr.Expr{colS, one}, DataType: types.StructType{Fields: []types.StructField{{Name: "s", Type: types.String}, {Name: "i", Type: types.Integer}}}},
		"cast a":          &expr.Cast{Child: colA, DataType: types.Long},
		"cast text":       &expr.Cast{Child: colS, DataType: types.Integer, Mode: expr.Try},
		"cast list":       &expr.Cast{Child: colL, DataType: types.String},
		"cast elements":   &expr.Cast{Child: colL, DataType: types.ArrayType{Element: types.Integer, ContainsNull: true}, Mode: expr.Try},
		"guarded": &expr.Case{When: []expr.Expr{cmp(expr.Lt, colA, literal(types.Integer, int32(100)))}, Then: []expr.Expr{tiny(colA)},
			Else: literal(types.Integer, int32(0))},
		"guarded and": &expr.And{Left: cmp(expr.Lt, colA, literal(types.Integer, int32(100))), Right: cmp(expr.Lt, tiny(colA), one)},
	}
}

func context(a *vec.Allocator, b *vec.Batch) *fn.Context {
	return &fn.Context{Arena: b.Arena, Alloc: a, Env: &fn.Env{ANSI: true, ZoneID: "UTC"}}
}

// batch makes columns of some rows in one of three forms.
func batch(t *testing.T, a *vec.Allocator, pick []int, form vec.Form) *vec.Batch {
	t.Helper()
	b := a.NewBatch(len(pick))
	for k, c := range input {
		values := make([]any, len(pick))
		for i, r := range pick {
			values[i] = rows[r][k]
		}
		v, err := vec.FromValues(b.Arena, c.DataType, values)
		if err != nil {
			t.Fatal(err)
		}
		if form == vec.Dictionary {
			v = dictionary(t, b, c.DataType, values)
		}
		if form == vec.Constant {
			v = vec.AsConstant(b.Arena, v, 0, len(pick))
		}
		b.Cols = append(b.Cols, v)
	}
	return b
}

func dictionary(t *testing.T, b *vec.Batch, typ types.DataType, values []any) *vec.Vector {
	v := &vec.Vector{Type: typ, Form: vec.Dictionary, Len: len(values), Codes: vec.AllocOf[uint32](b.Arena, len(values)), Valid: vec.NewBitmap(b.Arena, len(values))}
	entries := []any{}
	for i, x := range values {
		if x == nil {
			v.Valid.Clear(i)
			v.Codes[i] = 1 << 30 // a code at a null row means nothing
			continue
		}
		v.Codes[i] = uint32(len(entries))
		entries = append(entries, x)
	}
	if typ.ID() == types.IDInteger {
		entries = append(entries, int32(1<<30)) // an entry that no row uses and that overflows a narrow cast
	}
	d, err := vec.FromValues(b.Arena, typ, entries)
	if err != nil {
		t.Fatal(err)
	}
	v.Children = []*vec.Vector{d}
	return v
}

func evalRows(t *testing.T, e expr.Expr, a *vec.Allocator, b *vec.Batch, sel vec.Sel) ([]any, error) {
	t.Helper()
	ev, err := Compile(e, input)
	if err != nil {
		t.Fatal(err)
	}
	v, err := ev.Eval(context(a, b), b, sel)
	if err != nil {
		return nil, err
	}
	if v.Len != b.Len {
		t.Fatalf("the result has %d rows of %d", v.Len, b.Len)
	}
	var out []any
	for _, i := range vec.SelOrAll(sel, b.Len) {
		out = append(out, vec.ValueAt(v, int(i)))
	}
	return out, nil
}

// A batch gives what its rows give one by one, in every form and under every selection.
func TestBatchEqualsItsRows(t *testing.T) {
	a := vec.NewAllocator(0)
	all := []int{0, 1, 2, 3, 4, 5}
	for name, e := range expressions() {
		single := make([]any, len(all))
		for _, r := range all {
			b := batch(t, a, []int{r}, vec.Flat)
			got, err := evalRows(t, e, a, b, nil)
			if err != nil {
				t.Errorf("%s on row %d: %v", name, r, err)
				got = []any{nil}
			}
			single[r] = got[0]
			b.Release()
		}
		for _, form := range []vec.Form{vec.Flat, vec.Dictionary} {
			for _, sel := range []vec.Sel{nil, {0, 3, 5}, {1}, {}} {
				b := batch(t, a, all, form)
				got, err := evalRows(t, e, a, b, sel)
				var want []any
				for _, i := range vec.SelOrAll(sel, len(all)) {
					want = append(want, single[i])
				}
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s, form %d, rows %v: got %v, %v, want %v", name, form, sel, got, err, want)
				}
				b.Release()
			}
		}
		b := batch(t, a, []int{4, 4, 4}, vec.Constant)
		if got, err := evalRows(t, e, a, b, nil); err != nil || !reflect.DeepEqual(got, []any{single[4], single[4], single[4]}) {
			t.Errorf("%s on constants: got %v, %v, want %v", name, got, err, single[4])
		}
		b.Release()
	}
	if a.Used() != 0 {
		t.Errorf("%d bytes leak", a.Used())
	}
}

func TestErrorsOnlyForSelectedRows(t *testing.T) {
	a := vec.NewAllocator(0)
	narrow := &expr.Cast{Child: colA, DataType: types.Byte}
	for _, form := range []vec.Form{vec.Flat, vec.Dictionary} {
		b := batch(t, a, []int{0, 5}, form)
		if _, err := evalRows(t, narrow, a, b, vec.Sel{0}); err != nil {
			t.Errorf("form %d: %v", form, err)
		}
		if _, err := evalRows(t, narrow, a, b, nil); sparkerr.Condition(err) != "CAST_OVERFLOW" {
			t.Errorf("form %d: got %v, want CAST_OVERFLOW", form, err)
		}
		b.Release()
	}
}

func TestFilterAndFold(t *testing.T) {
	a := vec.NewAllocator(0)
	b := batch(t, a, []int{0, 1, 2, 3, 4, 5}, vec.Flat)
	defer b.Release()
	ev, err := Compile(&expr.Or{Left: colT, Right: colU}, input)
	if err != nil {
		t.Fatal(err)
	}
	sel, err := Filter(context(a, b), ev, b, vec.Sel{0, 1, 2, 3}, nil)
	if err != nil || !reflect.DeepEqual(sel, vec.Sel{0, 1, 3}) {
		t.Errorf("Filter: %v, %v", sel, err)
	}
	l, err := Fold(&expr.Cast{Child: literal(types.String, " 12 "), DataType: types.Integer}, &fn.Env{ANSI: true})
	if err != nil || l.Value != int32(12) {
		t.Errorf("Fold: %v, %v", l, err)
	}
	if _, err = Fold(&expr.Cast{Child: literal(types.String, "x"), DataType: types.Integer}, &fn.Env{ANSI: true}); sparkerr.Condition(err) != "CAST_INVALID_INPUT" {
		t.Errorf("Fold of a bad cast: %v", err)
	}
}
