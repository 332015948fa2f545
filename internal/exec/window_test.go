package exec

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

func ranking(name string, t types.DataType, args ...expr.Expr) *expr.WindowFunction {
	return &expr.WindowFunction{Fn: &fn.Bound{Fn: &fn.Function{Name: name}, Rank: name}, Args: args, DataType: t}
}

// modelWindow computes a function for each row of each partition; f sees the sorted partition, the position and the frame.
func modelWindow(in *table, kinds []types.DataType, keys []SortKey, frame func(part [][]any, i int) (lo, hi int), f func(part [][]any, i, lo, hi int) any) [][]any {
	ks, groups := modelGroups(in.rows, []int{0})
	var out [][]any
	for _, k := range ks {
		part := modelSort(groups[k], kinds, []int{1}, keys)
		for i, row := range part {
			lo, hi := frame(part, i)
			out = append(out, append(row[:len(row):len(row)], f(part, i, lo, hi)))
		}
	}
	return out
}

func TestWindowFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 1))
	kinds := []types.DataType{types.String, types.Integer, types.Long}
	in := randomTable(r, 400, kinds...)
	order := []expr.SortOrder{{Child: in.attrs[1], NullsFirst: true}}
	keys := []SortKey{{false, true}}
	peer := func(part [][]any, i, j int) bool { return part[i][1] == part[j][1] }
	whole := func(part [][]any, i int) (int, int) { return 0, len(part) }
	toPeer := func(part [][]any, i int) (int, int) {
		hi := i + 1
		for hi < len(part) && peer(part, i, hi) {
			hi++
		}
		return 0, hi
	}
	rows := func(before, after int) func(part [][]any, i int) (int, int) {
		return func(part [][]any, i int) (int, int) { return max(0, i-before), max(0, min(len(part), i+after+1)) }
	}
	near := func(part [][]any, i int) (int, int) { // RANGE BETWEEN 2 PRECEDING AND 1 FOLLOWING
		lo, hi := len(part), 0
		for j := range part {
			a, b := part[i][1], part[j][1]
			if a == nil && b == nil || a != nil && b != nil && b.(int32) >= a.(int32)-2 && b.(int32) <= a.(int32)+1 {
				lo, hi = min(lo, j), max(hi, j+1)
			}
		}
		return lo, hi
	}
	sumOf := func(part [][]any, i, lo, hi int) any {
		if lo >= hi {
			return nil
		}
		return sum(valuesOf(part[lo:hi], 2))
	}
	lit := func(n int32) *expr.Literal { return &expr.Literal{DataType: types.Integer, Value: n} }
	total := aggregateOf(types.Long, in.attrs[2], sum)
	unbounded := Frame{Lower: Bound{Kind: UnboundedPreceding}, Upper: Bound{Kind: UnboundedFollowing}}
	running := Frame{Lower: Bound{Kind: UnboundedPreceding}, Upper: Bound{Kind: CurrentRow}}
	runningRows := running
	runningRows.Rows = true
	slide := func(n, m int32) Frame {
		return Frame{Rows: true, Lower: Bound{Preceding, lit(n)}, Upper: Bound{Following, lit(m)}}
	}
	for _, c := range []struct {
		name  string
		f     expr.Expr
		frame Frame
		model func(part [][]any, i int) (int, int)
		want  func(part [][]any, i, lo, hi int) any
	}{
		{"row_number", ranking("row_number", types.Integer), runningRows, whole, func(_ [][]any, i, _, _ int) any { return int32(i + 1) }},
		{"rank", ranking("rank", types.Integer), runningRows, whole, func(p [][]any, i, _, _ int) any {
			for i > 0 && peer(p, i, i-1) {
				i--
			}
			return int32(i + 1)
		}},
		{"dense_rank", ranking("dense_rank", types.Integer), runningRows, whole, func(p [][]any, i, _, _ int) any {
			n := int32(1)
			for j := 1; j <= i; j++ {
				if !peer(p, j, j-1) {
					n++
				}
			}
			return n
		}},
		{"cume_dist", ranking("cume_dist", types.Double), running, toPeer, func(p [][]any, i, lo, hi int) any { return float64(hi) / float64(len(p)) }},
		{"ntile", ranking("ntile", types.Integer, lit(3)), runningRows, whole, func(p [][]any, i, _, _ int) any {
			n, bucket, left := len(p), int32(1), 0
			for j := 0; ; j++ {
				if left == 0 {
					left = n / 3
					if int(bucket) <= n%3 {
						left++
					}
				}
				if left > 0 {
					if j == i {
						return bucket
					}
					if left--; left == 0 {
						bucket++
					}
				} else {
					bucket++
					j--
				}
			}
		}},
		{"lag", ranking("lag", types.Long, in.attrs[2], lit(2), &expr.Literal{DataType: types.Long, Value: int64(-99)}), runningRows, whole, func(p [][]any, i, _, _ int) any {
			if i < 2 {
				return int64(-99)
			}
			return p[i-2][2]
		}},
		{"lead", ranking("lead", types.Long, in.attrs[2]), runningRows, whole, func(p [][]any, i, _, _ int) any {
			if i+1 >= len(p) {
				return nil
			}
			return p[i+1][2]
		}},
		{"last_value", ranking("last_value", types.Long, in.attrs[2]), running, toPeer, func(p [][]any, i, lo, hi int) any { return p[hi-1][2] }},
		{"nth_value", ranking("nth_value", types.Long, in.attrs[2], lit(2)), slide(3, 0), rows(3, 0), func(p [][]any, i, lo, hi int) any {
			if hi-lo < 2 {
				return nil
			}
			return p[lo+1][2]
		}},
		{"sum of partition", total, unbounded, whole, sumOf},
		{"running sum", total, running, toPeer, sumOf},
		{"running sum by rows", total, runningRows, rows(1000, 0), sumOf},
		{"sliding sum", total, slide(2, 3), rows(2, 3), sumOf},
		{"frame before the row", total, Frame{Rows: true, Lower: Bound{Preceding, lit(5)}, Upper: Bound{Preceding, lit(2)}}, rows(5, -2), sumOf},
		{"range", total, Frame{Lower: Bound{Preceding, lit(2)}, Upper: Bound{Following, lit(1)}}, near, sumOf},
	} {
		n := &Window{Input: in.node(1), PartitionBy: []expr.Expr{in.attrs[0]}, OrderBy: order,
			List: []WindowColumn{{Func: c.f, Frame: c.frame, Attr: column("w", c.f.Type())}}}
		want := modelWindow(in, kinds, keys, c.model, c.want)
		everyWay(t, c.name, n, want, false)
		before := spilledBytes
		expectRows(t, "spilled "+c.name, run(t, n, 1, 12_000), want, false)
		if spilledBytes == before {
			t.Fatalf("%s did not spill", c.name)
		}
	}
}

func TestRemovingSlides(t *testing.T) {
	in := randomTable(rand.New(rand.NewPCG(21, 1)), 300, types.String, types.Integer, types.Long)
	b := &fn.Bound{Fn: &fn.Function{Name: "sum"}, Accumulate: func() fn.Accumulator { return &removable{accumulator{t: types.Long, reduce: sum}} }}
	f := &expr.Aggregate{Fn: b, Args: []expr.Expr{in.attrs[2]}, DataType: types.Long}
	lit := &expr.Literal{DataType: types.Integer, Value: int32(40)}
	n := &Window{Input: in.node(1), PartitionBy: []expr.Expr{in.attrs[0]}, OrderBy: []expr.SortOrder{{Child: in.attrs[1], NullsFirst: true}},
		List: []WindowColumn{{Func: f, Frame: Frame{Rows: true, Lower: Bound{Preceding, lit}, Upper: Bound{Following, lit}}, Attr: column("w", types.Long)}}}
	want := modelWindow(in, []types.DataType{types.String, types.Integer, types.Long}, []SortKey{{false, true}},
		func(p [][]any, i int) (int, int) { return max(0, i-40), min(len(p), i+41) },
		func(p [][]any, i, lo, hi int) any { return sum(valuesOf(p[lo:hi], 2)) })
	everyWay(t, "sliding with removal", n, want, false)
}

type removable struct{ accumulator }

func (r *removable) Remove(_ *fn.Context, args []*vec.Vector, row int, group int32) error {
	if v := vec.ValueAt(args[0], row); v != nil {
		if r.groups[group][0] != v {
			return fmt.Errorf("%v is not the oldest value", v)
		}
		r.groups[group] = r.groups[group][1:]
	}
	return nil
}
