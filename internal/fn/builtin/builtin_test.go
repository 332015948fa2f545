package builtin_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/builtin"
	"github.com/flintlake/flintlake/internal/vec"
)

var env = &fn.Env{ANSI: true, ZoneID: "UTC", Conf: func(string) string { return "" }}

func TestDeclarationsAreComplete(t *testing.T) {
	seen := map[string]string{}
	for _, f := range builtin.Functions() {
		for _, n := range append([]string{f.Name}, f.Aliases...) {
			if other, twice := seen[n]; twice {
				t.Errorf("%s is declared by %s and %s", n, other, f.Name)
			}
			seen[n] = f.Name
			if n != strings.ToLower(n) {
				t.Errorf("%s is not in lower case", n)
			}
		}
		if f.Group == "" || f.Doc.Summary == "" || f.Bind == nil {
			t.Errorf("%s lacks a group, a summary or Bind", f.Name)
		}
	}
}

// column is an argument of one type with values that include null, repetition and the ends of a range.
type column struct {
	t      types.DataType
	values []any
}

var columns = []column{
	{types.Integer, []any{int32(3), nil, int32(0), int32(-7), int32(3), int32(100)}},
	{types.Long, []any{int64(3), nil, int64(0), int64(-7), int64(3), int64(1 << 40)}},
	{types.Double, []any{1.5, nil, 0.0, -2.25, 1.5, 1e10}},
	{types.DecimalType{Precision: 10, Scale: 2}, []any{dec(150), nil, dec(0), dec(-225), dec(150), dec(99999)}},
	{types.String, []any{"Spark SQL", nil, "", "2024-02-29 12:34:56", "straße und mehr Text", "a,b"}},
	{types.Boolean, []any{true, nil, false, true, true, false}},
	{types.Date, []any{int32(19782), nil, int32(0), int32(-1), int32(19782), int32(20000)}},
	{types.Timestamp, []any{int64(1709210096000000), nil, int64(0), int64(-1), int64(1), int64(1709210096000000)}},
	{types.ArrayType{Element: types.Integer, ContainsNull: true}, []any{[]any{int32(2), nil, int32(1)}, nil, []any{}, []any{int32(5)}, []any{nil}, []any{int32(1), int32(1)}}},
	{types.MapType{Key: types.String, Value: types.Integer, ValueContainsNull: true}, []any{types.MapValue{Keys: []any{"a"}, Values: []any{int32(1)}}, nil, types.MapValue{Keys: []any{}, Values: []any{}}, types.MapValue{Keys: []any{"a", "b"}, Values: []any{nil, int32(2)}}, nil, types.MapValue{Keys: []any{"z"}, Values: []any{int32(9)}}}},
}

func dec(v int64) types.Decimal {
	return types.Decimal{Unscaled: types.Int128Of(v), Precision: 10, Scale: 2}
}

// argumentLists are combinations of columns (and one literal) to try a function with.
func argumentLists() [][]int {
	var out [][]int
	for i := range columns {
		out = append(out, []int{i}, []int{i, i}, []int{i, 0}, []int{4, i}, []int{i, 4, 4}, []int{4, 0, 0})
	}
	return out
}

// A function of a batch gives what it gives row by row: for flat columns, dictionaries, constants, and under a selection.
func TestScalarFunctionsBatchEqualsRows(t *testing.T) {
	alloc := vec.NewAllocator(0)
	reg := fn.NewRegistry(builtin.Functions())
	tried := 0
	for _, f := range reg.All() {
		if f.Kind != fn.Scalar || f.NonDeterministic {
			continue
		}
		for _, list := range argumentLists() {
			var attrs []*expr.Attribute
			var args []expr.Expr
			for _, k := range list {
				a := expr.NewAttribute("c", columns[k].t, true)
				attrs, args = append(attrs, a), append(args, a)
			}
			bound, err := f.Bind(&fn.Call{Name: f.Name, Args: args, Env: env, SQL: func(expr.Expr) string { return "c" }})
			if err != nil || bound.HigherOrder != nil {
				continue
			}
			var e expr.Expr = &expr.Call{Fn: bound, Args: bound.Args, DataType: bound.Type, IsNull: bound.Nullable}
			if bound.Rewrite != nil {
				e = bound.Rewrite
			}
			tried++
			checkForms(t, f.Name+fmt.Sprint(list), alloc, e, attrs, list)
		}
	}
	if tried < 200 {
		t.Errorf("only %d calls could be bound", tried)
	}
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leak", alloc.Used())
	}
}

func checkForms(t *testing.T, name string, alloc *vec.Allocator, e expr.Expr, attrs []*expr.Attribute, list []int) {
	t.Helper()
	run := func(rows []int, form vec.Form, sel vec.Sel) (out []any, failed bool) {
		b := alloc.NewBatch(len(rows))
		defer b.Release()
		for _, k := range list {
			b.Cols = append(b.Cols, vector(b.Arena, columns[k], rows, form))
		}
		ev, err := eval.Compile(e, attrs)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		v, err := ev.Eval(&fn.Context{Arena: b.Arena, Alloc: alloc, Env: env}, b, sel)
		if err != nil {
			return nil, true
		}
		if v.Len != len(rows) {
			t.Fatalf("%s: %d rows of %d", name, v.Len, len(rows))
		}
		for _, i := range vec.SelOrAll(sel, len(rows)) {
			out = append(out, vec.ValueAt(v, int(i)))
		}
		return out, false
	}
	n := len(columns[0].values)
	var good vec.Sel
	want := make([]any, n)
	for i := range n {
		if one, failed := run([]int{i}, vec.Flat, nil); !failed {
			good, want[i] = append(good, int32(i)), one[0]
		}
		if again, failed := run([]int{i, i, i}, vec.Constant, nil); !failed && fmt.Sprint(again) != fmt.Sprint([]any{want[i], want[i], want[i]}) {
			t.Errorf("%s as constants: %v, want %v", name, again, want[i])
		}
	}
	if good == nil {
		good = vec.Sel{}
	}
	var expected []any
	for _, i := range good {
		expected = append(expected, want[i])
	}
	all := []int{0, 1, 2, 3, 4, 5}
	for _, form := range []vec.Form{vec.Flat, vec.Dictionary} {
		got, failed := run(all, form, good) // rows that fail are outside the selection
		if failed || fmt.Sprint(got) != fmt.Sprint(expected) {
			t.Errorf("%s, form %d, rows %v: %v (failed: %v), want %v", name, form, good, got, failed, expected)
		}
	}
}

func vector(r *vec.Arena, c column, rows []int, form vec.Form) *vec.Vector {
	values := make([]any, len(rows))
	for i, row := range rows {
		values[i] = c.values[row]
	}
	switch form {
	case vec.Constant:
		v, _ := vec.FromLiteral(r, c.t, values[0], len(rows))
		return v
	case vec.Dictionary:
		entries := []any{}
		v := &vec.Vector{Type: c.t, Form: vec.Dictionary, Len: len(rows), Codes: vec.AllocOf[uint32](r, len(rows)), Valid: vec.NewBitmap(r, len(rows))}
		for i, x := range values {
			v.Codes[i] = 0
			if x == nil {
				v.Valid.Clear(i)
				continue
			}
			v.Codes[i] = uint32(len(entries))
			entries = append(entries, x)
		}
		d, _ := vec.FromValues(r, c.t, entries)
		v.Children = []*vec.Vector{d}
		return v
	}
	v, _ := vec.FromValues(r, c.t, values)
	return v
}

// An aggregate of two halves merged equals that of the whole, per group.
func TestAggregatesMerge(t *testing.T) {
	alloc := vec.NewAllocator(0)
	tried := 0
	for _, f := range builtin.Functions() {
		if f.Kind != fn.Aggregate {
			continue
		}
		for _, list := range argumentLists() {
			args := make([]expr.Expr, len(list))
			for i, k := range list {
				args[i] = expr.NewAttribute("c", columns[k].t, true)
			}
			bound, err := f.Bind(&fn.Call{Name: f.Name, Args: args, Env: env, SQL: func(expr.Expr) string { return "c" }})
			if err != nil || bound.Accumulate == nil {
				continue
			}
			direct := true // no implicit casts, which this test does not evaluate
			for i, a := range bound.Args {
				direct = direct && i < len(args) && a == args[i]
			}
			if !direct {
				continue
			}
			tried++
			whole, parts := accumulate(t, f.Name, alloc, bound, list, false), accumulate(t, f.Name, alloc, bound, list, true)
			if f.Name != "collect_set" && !reflect.DeepEqual(whole, parts) {
				t.Errorf("%s%v: %v merged, %v at once", f.Name, list, parts, whole)
			}
		}
	}
	if tried < 50 {
		t.Errorf("only %d aggregates could be bound", tried)
	}
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leak", alloc.Used())
	}
}

func accumulate(t *testing.T, name string, alloc *vec.Allocator, bound *fn.Bound, list []int, split bool) []any {
	t.Helper()
	b := alloc.NewBatch(6)
	defer b.Release()
	c := &fn.Context{Arena: b.Arena, Alloc: alloc, Env: env}
	var args []*vec.Vector
	for _, k := range list[:len(bound.Args)] {
		args = append(args, vector(b.Arena, columns[k], []int{0, 1, 2, 3, 4, 5}, vec.Flat))
	}
	groups := []int32{0, 0, 1, 1, 0, 1}
	acc := bound.Accumulate()
	defer acc.Close()
	acc.Grow(2)
	update := func(a fn.Accumulator, sel vec.Sel) {
		if err := a.Update(c, args, sel, 6, groups); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if split {
		other := bound.Accumulate()
		defer other.Close()
		other.Grow(2)
		update(acc, vec.Sel{0, 1, 2})
		update(other, vec.Sel{3, 4, 5})
		if err := acc.Merge(c, other, []int32{0, 1}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	} else {
		update(acc, nil)
	}
	v, err := acc.Result(c, 0, 2)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return []any{fmt.Sprintf("%.10v", vec.ValueAt(v, 0)), fmt.Sprintf("%.10v", vec.ValueAt(v, 1))}
}
