package exec

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// table is rows of Go values with their columns: the input of operators and of the naive model that they are compared with.
type table struct {
	attrs []*expr.Attribute
	rows  [][]any
}

func column(name string, t types.DataType) *expr.Attribute { return expr.NewAttribute(name, t, true) }

// source puts out the rows of a table in batches of random size and form: flat, constant and dictionary columns, with and without selection.
type source struct {
	*table
	seed uint64
}

func (s *source) Columns() []*expr.Attribute { return s.attrs }
func (s *source) Describe() string           { return "test" }
func (s *source) Start(c *Context) (Feed, error) {
	r := rand.New(rand.NewPCG(s.seed, 1))
	l := &batchList{}
	for from := 0; from < len(s.rows); {
		n := min(len(s.rows)-from, 1+r.IntN(40))
		b, err := randomBatch(c.Alloc, r, s.attrs, s.rows[from:from+n])
		if err != nil {
			return nil, err
		}
		l.batches = append(l.batches, b)
		from += n
	}
	return &listFeed{l}, nil
}

type listFeed struct{ *batchList }

func (f *listFeed) Next(c *Context, w int) (*vec.Batch, error) { return f.next(c, w) }
func (f *listFeed) Close() error                               { f.close(); return nil }

// randomBatch hides rows that are not selected between the given ones.
func randomBatch(a *vec.Allocator, r *rand.Rand, attrs []*expr.Attribute, rows [][]any) (*vec.Batch, error) {
	var phys [][]any
	var sel vec.Sel
	gaps := r.IntN(3) == 0
	for _, row := range rows {
		for gaps && r.IntN(3) == 0 {
			phys = append(phys, rows[r.IntN(len(rows))])
		}
		sel = append(sel, int32(len(phys)))
		phys = append(phys, row)
	}
	b := a.NewBatch(len(phys))
	if gaps {
		b.Sel = sel
	}
	for k, at := range attrs {
		values := make([]any, len(phys))
		for i := range phys {
			values[i] = phys[i][k]
		}
		v, err := vec.FromValues(b.Arena, at.DataType, values)
		if err != nil {
			return nil, err
		}
		b.Cols = append(b.Cols, disguise(b.Arena, r, v))
	}
	return b, nil
}

// disguise gives a vector another form, at random and where it can.
func disguise(arena *vec.Arena, r *rand.Rand, v *vec.Vector) *vec.Vector {
	same := true
	for i := 1; i < v.Len; i++ {
		same = same && vec.EqualRows(v, 0, v, i)
	}
	switch {
	case v.Type.ID() == types.IDNull:
		return v
	case same && r.IntN(2) == 0:
		return vec.AsConstant(arena, v, 0, v.Len)
	case r.IntN(2) == 0:
		return v
	}
	idx := []int32{}
	codes := make([]uint32, v.Len)
	for i := range v.Len {
		if v.IsNull(i) {
			continue
		}
		at := slices.IndexFunc(idx, func(k int32) bool { return vec.EqualRows(v, int(k), v, i) && r.IntN(4) > 0 })
		if at < 0 {
			at = len(idx)
			idx = append(idx, int32(i))
		}
		codes[i] = uint32(at)
	}
	dict := vec.Gather(arena, v, idx)
	dict.Valid = nil
	return &vec.Vector{Type: v.Type, Form: vec.Dictionary, Len: v.Len, Valid: v.Valid, Codes: codes, Children: []*vec.Vector{dict}}
}

// node is a table as an operator.
func (t *table) node(seed uint64) Node { return &Read{&source{t, seed}} }

// randomTable has few distinct keys, so that groups and matches are many.
func randomTable(r *rand.Rand, n int, kinds ...types.DataType) *table {
	t := &table{}
	for i, k := range kinds {
		t.attrs = append(t.attrs, column(fmt.Sprintf("c%d", i), k))
	}
	for range n {
		row := make([]any, len(kinds))
		for i, k := range kinds {
			row[i] = randomValue(r, k)
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func randomValue(r *rand.Rand, t types.DataType) any {
	if r.IntN(8) == 0 {
		return nil
	}
	switch t := t.(type) {
	case types.IntegerType:
		return int32(r.IntN(12) - 6)
	case types.LongType:
		return int64(r.IntN(20) - 10)
	case types.DoubleType:
		return float64(r.IntN(9)-4) / 2
	case types.StringType:
		s := fmt.Sprintf("k%d", r.IntN(10))
		if r.IntN(2) == 0 {
			s += " with a text that is not inline"
		}
		return s
	case types.DecimalType:
		return types.Decimal{Unscaled: types.Int128Of(int64(r.IntN(9) - 4)), Precision: t.Precision, Scale: t.Scale}
	case types.StructType:
		return []any{randomValue(r, types.Integer), randomValue(r, types.String)}
	case types.ArrayType:
		out := []any{}
		for range r.IntN(3) {
			out = append(out, randomValue(r, t.Element))
		}
		return out
	}
	panic(t.SQL())
}

// run executes a node with several numbers of workers and checks that nothing leaks.
func run(t *testing.T, n Node, threads int, limit int64) [][]any {
	t.Helper()
	rows, err := try(t, n, threads, limit)
	if err != nil {
		t.Fatalf("%s with %d workers: %v", n.Describe(), threads, err)
	}
	return rows
}

func try(t *testing.T, n Node, threads int, limit int64) ([][]any, error) {
	t.Helper()
	alloc := vec.NewAllocator(limit)
	c := &Context{Context: context.Background(), Alloc: alloc, Env: &fn.Env{ANSI: true}, Threads: threads, SpillDir: t.TempDir(), Metrics: NewMetrics()}
	s, err := Run(c, n)
	if err != nil {
		return nil, err
	}
	var rows [][]any
	for {
		b, e := s.Next()
		if e != nil {
			err = e
			break
		}
		if b == nil {
			break
		}
		for _, i := range vec.SelOrAll(b.Sel, b.Len) {
			row := make([]any, len(b.Cols))
			for k, v := range b.Cols {
				row[k] = vec.ValueAt(v, int(i))
			}
			rows = append(rows, row)
		}
		b.Release()
	}
	s.Close()
	if alloc.Used() != 0 || alloc.Reserved() != 0 {
		t.Errorf("%s leaks %d bytes, %d reserved", n.Describe(), alloc.Used(), alloc.Reserved())
	}
	spilledBytes += c.Metrics.Values()["spilledBytes"]
	return rows, err
}

var spilledBytes int64 // of all runs so far, so that tests can check that they did spill

// expectRows compares rows as a multiset, or in order.
func expectRows(t *testing.T, what string, got, want [][]any, ordered bool) {
	t.Helper()
	g, w := texts(got, ordered), texts(want, ordered)
	if !slices.Equal(g, w) {
		if len(g) > 30 || len(w) > 30 {
			for i := range max(len(g), len(w)) {
				if i >= len(g) || i >= len(w) || g[i] != w[i] {
					g, w = g[max(0, min(i-2, len(g))):min(len(g), i+5)], w[max(0, min(i-2, len(w))):min(len(w), i+5)]
					break
				}
			}
		}
		t.Fatalf("%s: %d rows, want %d\ngot  %s\nwant %s", what, len(got), len(want), strings.Join(g, "\n     "), strings.Join(w, "\n     "))
	}
}

func texts(rows [][]any, ordered bool) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = fmt.Sprint(r)
	}
	if !ordered {
		sort.Strings(out)
	}
	return out
}

// everyWay runs a node with one and with three workers, with and without memory to spare.
func everyWay(t *testing.T, what string, n Node, want [][]any, ordered bool) {
	t.Helper()
	for _, threads := range []int{1, 3} {
		expectRows(t, fmt.Sprintf("%s, %d workers", what, threads), run(t, n, threads, 0), want, ordered)
	}
}

// accumulator is an aggregate function for tests: it keeps all values of each group and reduces them at the end.
type accumulator struct {
	t      types.DataType
	groups [][]any
	reduce func(values []any) any
}

func aggregateOf(t types.DataType, arg expr.Expr, reduce func(values []any) any) *expr.Aggregate {
	b := &fn.Bound{Fn: &fn.Function{Name: "test"}, Accumulate: func() fn.Accumulator { return &accumulator{t: t, reduce: reduce} }}
	a := &expr.Aggregate{Fn: b, DataType: t, IsNull: true}
	if arg != nil {
		a.Args = []expr.Expr{arg}
	}
	return a
}

func (a *accumulator) Grow(n int) {
	for len(a.groups) < n {
		a.groups = append(a.groups, nil)
	}
}

func (a *accumulator) Update(_ *fn.Context, args []*vec.Vector, sel vec.Sel, n int, groups []int32) error {
	for _, i := range vec.SelOrAll(sel, n) {
		g := int32(0)
		if groups != nil {
			g = groups[i]
		}
		var v any = true
		if len(args) > 0 {
			v = vec.ValueAt(args[0], int(i))
		}
		if v != nil {
			a.groups[g] = append(a.groups[g], v)
		}
	}
	return nil
}

func (a *accumulator) Merge(_ *fn.Context, other fn.Accumulator, into []int32) error {
	for g, values := range other.(*accumulator).groups {
		a.groups[into[g]] = append(a.groups[into[g]], values...)
	}
	return nil
}

func (a *accumulator) Result(c *fn.Context, from, n int) (*vec.Vector, error) {
	values := make([]any, n)
	for i := range values {
		values[i] = a.reduce(a.groups[from+i])
	}
	return vec.FromValues(c.Arena, a.t, values)
}

func (a *accumulator) Bytes() int64 { return int64(len(a.groups)) * 64 }
func (a *accumulator) Close()       {}

func count(values []any) any { return int64(len(values)) }

func sum(values []any) any {
	if len(values) == 0 {
		return nil
	}
	total := int64(0)
	for _, v := range values {
		switch v := v.(type) {
		case int64:
			total += v
		case int32:
			total += int64(v)
		}
	}
	return total
}

func list(values []any) any {
	out := []string{}
	for _, v := range values {
		out = append(out, fmt.Sprint(v))
	}
	return strings.Join(out, ",")
}

var errDivide = sparkerr.New("DIVIDE_BY_ZERO", "config", "spark.sql.ansi.enabled")

func conditionOf(err error) string { return sparkerr.Condition(err) }
