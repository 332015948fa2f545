package exec

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

func compare(op expr.CompareOp, l, r expr.Expr) expr.Expr {
	return &expr.Compare{Op: op, Left: l, Right: r}
}

func integer(n int32) expr.Expr { return &expr.Literal{DataType: types.Integer, Value: n} }

func TestFilterProjectKeepOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	in := randomTable(r, 500, types.Integer, types.String)
	var want [][]any
	for _, row := range in.rows {
		if row[0] != nil && row[0].(int32) > 0 {
			want = append(want, []any{row[1], row[0], row[0].(int32) == 3})
		}
	}
	three := expr.NewAlias(compare(expr.Eq, in.attrs[0], integer(3)), "three")
	n := &Project{
		Input: &Filter{Input: in.node(1), Condition: compare(expr.Gt, in.attrs[0], integer(0))},
		List:  []expr.Expr{in.attrs[1], in.attrs[0], three},
	}
	everyWay(t, "filter and project", n, want, true)
}

func TestLimitTakesTheFirstRows(t *testing.T) {
	in := randomTable(rand.New(rand.NewPCG(2, 1)), 300, types.Integer)
	for _, c := range []struct{ count, offset int64 }{{0, 0}, {1, 0}, {100, 0}, {10, 95}, {-1, 290}, {1000, 0}, {5, 1000}} {
		from := min(c.offset, 300)
		to := int64(300)
		if c.count >= 0 {
			to = min(to, from+c.count)
		}
		everyWay(t, fmt.Sprint(c), &Limit{Input: in.node(3), Count: c.count, Offset: c.offset}, in.rows[from:to], true)
	}
	for _, k := range []int64{0, 1, 77, 300, 1000} {
		everyWay(t, "tail", &Tail{Input: in.node(4), Count: k}, in.rows[max(0, 300-k):], true)
	}
}

func TestUnionAndExpand(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	a, b := randomTable(r, 100, types.Integer), randomTable(r, 50, types.Integer)
	u := &Union{From: []Node{a.node(1), b.node(2)}, Outputs: []*expr.Attribute{column("u", types.Integer)}}
	everyWay(t, "union", u, append(slices.Clone(a.rows), b.rows...), true)
	x := &Expand{Input: a.node(1), Projections: [][]expr.Expr{{a.attrs[0], integer(1)}, {integer(0), integer(2)}},
		Outputs: []*expr.Attribute{column("x", types.Integer), column("y", types.Integer)}}
	var want [][]any
	for _, row := range a.rows {
		want = append(want, []any{row[0], int32(1)}, []any{int32(0), int32(2)})
	}
	everyWay(t, "expand", x, want, false)
}

func TestRangeCounts(t *testing.T) {
	for _, c := range []struct{ from, to, step, n int64 }{{0, 20000, 1, 20000}, {5, 0, -2, 3}, {0, 0, 1, 0}, {-3, 4, 3, 3}} {
		var want [][]any
		for i := range c.n {
			want = append(want, []any{c.from + i*c.step})
		}
		everyWay(t, fmt.Sprint(c), &Range{Column: column("id", types.Long), From: c.from, To: c.to, Step: c.step}, want, true)
	}
}

var keyTypes = []types.DataType{types.Integer, types.Long, types.Double, types.String, types.DecimalType{Precision: 20, Scale: 2},
	types.NewStruct(types.StructField{Name: "a", Type: types.Integer, Nullable: true}, types.StructField{Name: "b", Type: types.String, Nullable: true}),
	types.ArrayType{Element: types.Integer, ContainsNull: true}}

// modelSort orders rows by columns as ORDER BY does, stably.
func modelSort(rows [][]any, kinds []types.DataType, by []int, keys []SortKey) [][]any {
	out := slices.Clone(rows)
	arena := vec.NewAllocator(0).NewArena()
	vectors := make([]*vec.Vector, len(by))
	idx := make([]int, len(rows))
	for k, c := range by {
		values := make([]any, len(rows))
		for i, r := range rows {
			values[i], idx[i] = r[c], i
		}
		vectors[k], _ = vec.FromValues(arena, kinds[c], values)
	}
	slices.SortStableFunc(idx, func(a, b int) int {
		for k, v := range vectors {
			if x := compareNulls(vec.NewComparer(v.Type), keys[k], v, a, v, b); x != 0 {
				return x
			}
		}
		return 0
	})
	for i, k := range idx {
		out[i] = rows[k]
	}
	return out
}

func TestSortIsStableOnEveryType(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for _, a := range keyTypes {
		for _, b := range []types.DataType{types.Integer, types.String} {
			in := randomTable(r, 700, a, b, types.Long)
			keys := []SortKey{{r.IntN(2) == 0, r.IntN(2) == 0}, {r.IntN(2) == 0, r.IntN(2) == 0}}
			order := []expr.SortOrder{{Child: in.attrs[0], Descending: keys[0].Descending, NullsFirst: keys[0].NullsFirst},
				{Child: in.attrs[1], Descending: keys[1].Descending, NullsFirst: keys[1].NullsFirst}}
			want := modelSort(in.rows, []types.DataType{a, b}, []int{0, 1}, keys)
			what := fmt.Sprintf("sort %s, %s %v", a.SQL(), b.SQL(), keys)
			everyWay(t, what, &Sort{Input: in.node(5), Order: order}, want, true)
			everyWay(t, "top of "+what, &Sort{Input: in.node(5), Order: order, Limit: 10, Offset: 3}, want[3:13], true)
			before := spilledBytes
			expectRows(t, "spilled "+what, run(t, &Sort{Input: in.node(5), Order: order}, 1, 8000), want, true)
			if spilledBytes == before {
				t.Fatalf("%s did not spill", what)
			}
			expectRows(t, "spilled by two "+what, run(t, &Sort{Input: in.node(5), Order: order}, 2, 8000), want, false)
		}
	}
}

func TestTopNDropsCandidates(t *testing.T) {
	n := 100_000
	in := &Range{Column: column("id", types.Long), From: int64(n), To: 0, Step: -1}
	top := &Sort{Input: in, Order: []expr.SortOrder{{Child: in.Column}}, Limit: 3}
	everyWay(t, "top 3", top, [][]any{{int64(1)}, {int64(2)}, {int64(3)}}, true)
}

// modelGroups groups rows by columns.
func modelGroups(rows [][]any, by []int) (keys []string, groups map[string][][]any) {
	groups = map[string][][]any{}
	for _, r := range rows {
		var k []string
		for _, c := range by {
			k = append(k, fmt.Sprint(r[c]))
		}
		key := strings.Join(k, "|")
		if _, ok := groups[key]; !ok {
			keys = append(keys, key)
		}
		groups[key] = append(groups[key], r)
	}
	return keys, groups
}

func valuesOf(rows [][]any, c int) []any {
	var out []any
	for _, r := range rows {
		if r[c] != nil {
			out = append(out, r[c])
		}
	}
	return out
}

func distinct(values []any) []any {
	var out []any
	for _, v := range values {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

func TestAggregateOnEveryKeyType(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for _, a := range keyTypes {
		in := randomTable(r, 600, a, types.String, types.Integer)
		n := func(keys ...expr.Expr) *Aggregate {
			d := aggregateOf(types.Long, in.attrs[2], sum)
			d.Distinct = true
			f := aggregateOf(types.Long, nil, count)
			f.Filter = compare(expr.Gt, in.attrs[2], integer(1))
			out := &Aggregate{Input: in.node(7), List: []*expr.Alias{
				expr.NewAlias(aggregateOf(types.Long, in.attrs[2], sum), "s"), expr.NewAlias(d, "d"), expr.NewAlias(f, "f"),
			}}
			for _, k := range keys {
				out.Grouping = append(out.Grouping, expr.NewAlias(k, "k"))
			}
			return out
		}
		want := func(by ...int) [][]any {
			keys, groups := modelGroups(in.rows, by)
			var out [][]any
			for _, k := range keys {
				g := groups[k]
				var row []any
				for _, c := range by {
					row = append(row, g[0][c])
				}
				big := 0
				for _, v := range valuesOf(g, 2) {
					if v.(int32) > 1 {
						big++
					}
				}
				out = append(out, append(row, sum(valuesOf(g, 2)), sum(distinct(valuesOf(g, 2))), int64(big)))
			}
			return out
		}
		everyWay(t, "group by "+a.SQL(), n(in.attrs[0]), want(0), false)
		everyWay(t, "group by two "+a.SQL(), n(in.attrs[0], in.attrs[1]), want(0, 1), false)
		everyWay(t, "no keys", n(), want(), false)
		empty := n()
		empty.Input = (&table{attrs: in.attrs}).node(1)
		everyWay(t, "no rows", empty, [][]any{{nil, nil, int64(0)}}, false)
	}
}

func TestAggregateSpills(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	in := &table{attrs: []*expr.Attribute{column("k", types.Long), column("s", types.String), column("v", types.Integer)}}
	for range 60_000 {
		k := int64(r.IntN(30_000))
		in.rows = append(in.rows, []any{k, fmt.Sprint("text number ", k), int32(1)})
	}
	keys, groups := modelGroups(in.rows, []int{0})
	var want [][]any
	for _, k := range keys {
		want = append(want, []any{groups[k][0][0], groups[k][0][1], int64(len(groups[k]))})
	}
	n := &Aggregate{Input: in.node(1), Grouping: []*expr.Alias{expr.NewAlias(in.attrs[0], "k"), expr.NewAlias(in.attrs[1], "s")},
		List: []*expr.Alias{expr.NewAlias(aggregateOf(types.Long, in.attrs[2], count), "n")}}
	for _, threads := range []int{1, 3} {
		before := spilledBytes
		expectRows(t, "spilling aggregate", run(t, n, threads, 2<<20), want, false)
		if spilledBytes == before {
			t.Fatal("it did not spill")
		}
	}
}

func TestOrderedAggregate(t *testing.T) {
	in := randomTable(rand.New(rand.NewPCG(7, 1)), 300, types.Integer, types.String, types.Long)
	agg := aggregateOf(types.String, in.attrs[1], list)
	agg.Order = []expr.SortOrder{{Child: in.attrs[2], Descending: true}}
	n := &Aggregate{Input: in.node(1), Grouping: []*expr.Alias{expr.NewAlias(in.attrs[0], "k")}, List: []*expr.Alias{expr.NewAlias(agg, "l")}}
	keys, groups := modelGroups(in.rows, []int{0})
	var want [][]any
	for _, k := range keys {
		sorted := modelSort(groups[k], []types.DataType{types.Integer, types.String, types.Long}, []int{2}, []SortKey{{Descending: true}})
		want = append(want, []any{sorted[0][0], list(valuesOf(sorted, 1))})
	}
	everyWay(t, "ordered aggregate", n, want, false)
}

// modelJoin is nested loops over rows.
func modelJoin(l, r *table, kind JoinKind, match func(a, b []any) bool) [][]any {
	var out [][]any
	rightSeen := make([]bool, len(r.rows))
	nulls := func(n int) []any { return make([]any, n) }
	for _, a := range l.rows {
		n := 0
		for j, b := range r.rows {
			if match(a, b) {
				n++
				rightSeen[j] = true
				if kind.EmitsPairs() {
					out = append(out, append(slices.Clone(a), b...))
				}
			}
		}
		switch {
		case kind == MarkJoin:
			out = append(out, append(slices.Clone(a), n > 0))
		case kind == LeftSemiJoin && n > 0, kind == LeftAntiJoin && n == 0:
			out = append(out, a)
		case kind.keepsLeft() && n == 0:
			out = append(out, append(slices.Clone(a), nulls(len(r.attrs))...))
		}
	}
	for j, b := range r.rows {
		switch {
		case (kind == RightOuterJoin || kind == FullOuterJoin) && !rightSeen[j]:
			out = append(out, append(nulls(len(l.attrs)), b...))
		case kind == RightSemiJoin && rightSeen[j], kind == RightAntiJoin && !rightSeen[j]:
			out = append(out, b)
		}
	}
	return out
}

func TestJoinsOfAllKinds(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	for i, key := range keyTypes {
		for kind := InnerJoin; kind <= RightAntiJoin; kind++ {
			for _, form := range []string{"key", "null-safe", "residual", "two keys", "loops"} {
				left, right := randomTable(r, 120, key, types.String, types.Integer), randomTable(r, 60+r.IntN(2)*(-60), key, types.String, types.Integer)
				n := &Join{Left: left.node(1), Right: right.node(2), Kind: kind, Mark: column("m", types.Boolean)}
				equal := func(a, b any) bool { return a != nil && b != nil && fmt.Sprint(a) == fmt.Sprint(b) }
				match := func(a, b []any) bool { return equal(a[0], b[0]) }
				n.LeftKeys, n.RightKeys, n.NullSafe = []expr.Expr{left.attrs[0]}, []expr.Expr{right.attrs[0]}, []bool{false}
				switch form {
				case "null-safe":
					n.NullSafe[0] = true
					match = func(a, b []any) bool { return fmt.Sprint(a[0]) == fmt.Sprint(b[0]) }
				case "residual":
					n.Residual = compare(expr.Gt, left.attrs[2], right.attrs[2])
					match = func(a, b []any) bool {
						return equal(a[0], b[0]) && a[2] != nil && b[2] != nil && a[2].(int32) > b[2].(int32)
					}
				case "two keys":
					n.LeftKeys, n.RightKeys, n.NullSafe = append(n.LeftKeys, left.attrs[1]), append(n.RightKeys, right.attrs[1]), []bool{true, false}
					match = func(a, b []any) bool { return fmt.Sprint(a[0]) == fmt.Sprint(b[0]) && equal(a[1], b[1]) }
				case "loops":
					n.LeftKeys, n.RightKeys, n.NullSafe = nil, nil, nil
					n.Residual = compare(expr.Gt, left.attrs[2], right.attrs[2])
					match = func(a, b []any) bool { return a[2] != nil && b[2] != nil && a[2].(int32) > b[2].(int32) }
				}
				want := modelJoin(left, right, kind, match)
				what := fmt.Sprintf("%v join by %s of %s", kind, form, key.SQL())
				everyWay(t, what, n, want, false)
				if kind.EmitsPairs() {
					some := *n
					some.Outputs = []*expr.Attribute{right.attrs[1], left.attrs[0]}
					var narrow [][]any
					for _, row := range want {
						narrow = append(narrow, []any{row[4], row[0]})
					}
					everyWay(t, "some columns of "+what, &some, narrow, false)
				}
				if form != "loops" && len(right.rows) > 0 && (i+int(kind))%4 == 0 {
					before := spilledBytes
					expectRows(t, "spilled "+what, run(t, n, 2, 3000), want, false)
					if spilledBytes == before {
						t.Fatalf("%s did not spill", what)
					}
				}
			}
		}
	}
}

func TestNotInMindsNulls(t *testing.T) {
	left := &table{attrs: []*expr.Attribute{column("a", types.Integer)}, rows: [][]any{{int32(1)}, {nil}, {int32(2)}}}
	for _, c := range []struct{ right, want [][]any }{
		{[][]any{}, left.rows},
		{[][]any{{int32(1)}}, [][]any{{int32(2)}}},
		{[][]any{{int32(1)}, {nil}}, nil},
	} {
		right := &table{attrs: []*expr.Attribute{column("b", types.Integer)}, rows: c.right}
		n := &Join{Left: left.node(1), Right: right.node(1), Kind: LeftAntiJoin, NullAware: true,
			LeftKeys: []expr.Expr{left.attrs[0]}, RightKeys: []expr.Expr{right.attrs[0]}, NullSafe: []bool{false}}
		everyWay(t, fmt.Sprint(c.right), n, c.want, false)
	}
}

func TestSingleJoinRefusesSecondMatch(t *testing.T) {
	left := &table{attrs: []*expr.Attribute{column("a", types.Integer)}, rows: [][]any{{int32(1)}, {int32(2)}}}
	right := &table{attrs: []*expr.Attribute{column("b", types.Integer)}, rows: [][]any{{int32(1)}, {int32(1)}}}
	n := &Join{Left: left.node(1), Right: right.node(1), Kind: LeftOuterJoin, Single: true,
		LeftKeys: []expr.Expr{left.attrs[0]}, RightKeys: []expr.Expr{right.attrs[0]}, NullSafe: []bool{false}}
	if _, err := try(t, n, 2, 0); conditionOf(err) != "SCALAR_SUBQUERY_TOO_MANY_ROWS" {
		t.Fatalf("got %v", err)
	}
}

func TestSetOperations(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	left, right := randomTable(r, 200, types.Integer, types.String), randomTable(r, 100, types.Integer, types.String)
	for _, except := range []bool{false, true} {
		for _, all := range []bool{false, true} {
			counts, seen := map[string]int{}, map[string]bool{}
			for _, row := range right.rows {
				counts[fmt.Sprint(row)]++
			}
			var want [][]any
			for _, row := range left.rows {
				k := fmt.Sprint(row)
				there := counts[k] > 0
				if all {
					counts[k]--
				} else if seen[k] {
					continue
				}
				seen[k] = true
				if there != except {
					want = append(want, row)
				}
			}
			everyWay(t, fmt.Sprint("except ", except, " all ", all), &SetOp{Left: left.node(1), Right: right.node(2), Except: except, All: all, Outputs: left.attrs}, want, true)
		}
	}
}

func TestGroupTopIsTheFirstOfEachGroup(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 1))
	for _, key := range keyTypes {
		in := randomTable(r, 800, key, types.String, types.Long)
		keys, groups := modelGroups(in.rows, []int{0})
		var want [][]any
		for _, k := range keys {
			want = append(want, modelSort(groups[k], []types.DataType{key, types.String, types.Long}, []int{1, 2}, []SortKey{{true, false}, {false, true}})[0])
		}
		n := &GroupTop{Input: in.node(1), By: []expr.Expr{in.attrs[0]},
			OrderBy: []expr.SortOrder{{Child: in.attrs[1], Descending: true}, {Child: in.attrs[2], NullsFirst: true}}}
		everyWay(t, "first of each "+key.SQL(), n, want, false)
		expectRows(t, "with little memory", run(t, n, 1, 20_000), want, false)
	}
}

func TestGenerate(t *testing.T) {
	in := randomTable(rand.New(rand.NewPCG(11, 1)), 200, types.Integer, types.String)
	repeat := &fn.Bound{Fn: &fn.Function{Name: "repeat"}, Generate: func(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int) ([]int32, []*vec.Vector, error) {
		var counts []int32
		b := vec.NewBuilder(c.Arena, types.Integer)
		for _, i := range vec.SelOrAll(sel, n) {
			k := int32(0)
			if !args[0].IsNull(int(i)) {
				k = max(0, vec.At[int32](args[0], int(i)))
			}
			for j := range k {
				vec.Put(b, j)
			}
			counts = append(counts, k)
		}
		return counts, []*vec.Vector{b.Finish()}, nil
	}}
	for _, outer := range []bool{false, true} {
		var want [][]any
		for _, row := range in.rows {
			n, _ := row[0].(int32)
			for j := range max(n, 0) {
				want = append(want, []any{row[1], j})
			}
			if outer && n <= 0 {
				want = append(want, []any{row[1], nil})
			}
		}
		n := &Generate{Input: in.node(1), Generator: &expr.Generator{Fn: repeat, Args: []expr.Expr{in.attrs[0]}}, Required: in.attrs[1:],
			Generated: []*expr.Attribute{column("j", types.Integer)}, Outer: outer}
		everyWay(t, "generate", n, want, true)
	}
}

func TestErrorsAndPanicsFreeEverything(t *testing.T) {
	in := randomTable(rand.New(rand.NewPCG(12, 1)), 2000, types.Integer, types.String)
	for _, fail := range []string{"error", "panic"} {
		bad := aggregateOf(types.Long, in.attrs[0], func([]any) any { return nil })
		bad.Fn.(*fn.Bound).Accumulate = func() fn.Accumulator { return &failing{accumulator{t: types.Long}, fail} }
		sorted := &Sort{Input: in.node(1), Order: []expr.SortOrder{{Child: in.attrs[1]}}}
		n := &Join{Left: sorted, Right: &Aggregate{Input: in.node(2), Grouping: []*expr.Alias{expr.NewAlias(in.attrs[0], "k")}, List: []*expr.Alias{expr.NewAlias(bad, "b")}},
			Kind: InnerJoin}
		for _, threads := range []int{1, 3} {
			_, err := try(t, n, threads, 0)
			if want := map[string]string{"error": "DIVIDE_BY_ZERO", "panic": "INTERNAL_ERROR"}[fail]; conditionOf(err) != want {
				t.Errorf("%s: got %v", fail, err)
			}
		}
	}
}

type failing struct {
	accumulator
	how string
}

func (f *failing) Update(*fn.Context, []*vec.Vector, vec.Sel, int, []int32) error {
	if f.how == "panic" {
		panic("broken")
	}
	return errDivide
}

func TestCancellationStopsEveryWorker(t *testing.T) {
	alloc := vec.NewAllocator(0)
	ctx, cancel := context.WithCancel(context.Background())
	endless := &Range{Column: column("id", types.Long), To: 1 << 60, Step: 1}
	n := &Aggregate{Input: endless, List: []*expr.Alias{expr.NewAlias(&expr.Aggregate{Fn: &fn.Bound{Fn: &fn.Function{Name: "stop"}, Accumulate: func() fn.Accumulator {
		return &stopping{accumulator{t: types.Long, reduce: sum}, cancel}
	}}, DataType: types.Long}, "n")}}
	s, err := Run(&Context{Context: ctx, Alloc: alloc, Threads: 3}, n)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Next(); err == nil {
		t.Fatal("an endless query has ended")
	}
	s.Close()
	if alloc.Used() != 0 || alloc.Reserved() != 0 {
		t.Fatalf("%d bytes leak", alloc.Used())
	}
}

type stopping struct {
	accumulator
	cancel func()
}

func (f *stopping) Update(*fn.Context, []*vec.Vector, vec.Sel, int, []int32) error {
	f.cancel()
	return nil
}

func TestClosedEarly(t *testing.T) {
	in := randomTable(rand.New(rand.NewPCG(13, 1)), 5000, types.Integer, types.String)
	alloc := vec.NewAllocator(0)
	n := &Sort{Input: in.node(1), Order: []expr.SortOrder{{Child: in.attrs[1]}}}
	s, err := Run(&Context{Context: context.Background(), Alloc: alloc, Threads: 2}, &Union{From: []Node{in.node(2), n}, Outputs: in.attrs})
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Next()
	if err != nil {
		t.Fatal(err)
	}
	b.Release()
	s.Close()
	if alloc.Used() != 0 {
		t.Fatalf("%d bytes leak", alloc.Used())
	}
}
