package log

import (
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

// skipSnapshot is a table with columns of many types and one file with the given statistics.
func skipSnapshot(t *testing.T) (*Snapshot, map[string]*expr.Attribute, []*expr.Attribute) {
	t.Helper()
	schema := types.NewStruct(
		types.StructField{Name: "i", Type: types.Integer, Nullable: true}, types.StructField{Name: "d", Type: types.Double, Nullable: true},
		types.StructField{Name: "s", Type: types.String, Nullable: true}, types.StructField{Name: "n", Type: types.String, Nullable: true},
		types.StructField{Name: "dt", Type: types.Date, Nullable: true}, types.StructField{Name: "ts", Type: types.Timestamp, Nullable: true},
		types.StructField{Name: "dec", Type: types.DecimalType{Precision: 10, Scale: 2}, Nullable: true},
		types.StructField{Name: "st", Type: types.NewStruct(types.StructField{Name: "x", Type: types.Long, Nullable: true}), Nullable: true},
		types.StructField{Name: "p", Type: types.Date, Nullable: true},
	)
	table := NewTable(nil, objstore.NewMemory(), "/t", Options{Allocator: vec.NewAllocator(0)})
	s := &Snapshot{table: table, Metadata: &Metadata{SchemaString: types.JSON(schema), PartitionColumns: []string{"p"}}, Protocol: &Protocol{MinReaderVersion: 1, MinWriterVersion: 2}}
	byName := map[string]*expr.Attribute{}
	var attrs []*expr.Attribute
	for _, f := range schema.Fields {
		a := expr.NewAttribute(f.Name, f.Type, true)
		byName[f.Name] = a
		attrs = append(attrs, a)
	}
	return s, byName, attrs
}

func TestSkipping(t *testing.T) {
	s, col, attrs := skipSnapshot(t)
	file := &AddFile{Path: "f", PartitionValues: PartitionValues{{Column: "p", Value: "2024-02-29"}}, Stats: `{"numRecords":10,` +
		`"minValues":{"i":5,"d":1.5,"s":"bb","dt":"2024-01-01","ts":"2024-01-01T00:00:00.000Z","dec":1.50,"st":{"x":100}},` +
		`"maxValues":{"i":9,"d":2.5,"s":"dd","dt":"2024-01-31","ts":"2024-01-01T00:00:00.999Z","dec":9.99,"st":{"x":200}},` +
		`"nullCount":{"i":0,"d":1,"s":2,"n":10,"dt":0,"ts":0,"dec":0,"st":{"x":3}}}`}
	lit := func(v any, t types.DataType) expr.Expr { return &expr.Literal{DataType: t, Value: v} }
	i := func(v int32) expr.Expr { return lit(v, types.Integer) }
	text := func(v string) expr.Expr { return lit(v, types.String) }
	cmp := func(op expr.CompareOp, l, r expr.Expr) expr.Expr { return &expr.Compare{Op: op, Left: l, Right: r} }
	day := func(text string) expr.Expr {
		d, _, _ := parseDate(text)
		return lit(d, types.Date)
	}
	x := &expr.GetField{Child: col["st"], Ordinal: 0, Name: "x"}
	for _, c := range []struct {
		name string
		e    expr.Expr
		keep bool
	}{
		{"i = 7", cmp(expr.Eq, col["i"], i(7)), true},
		{"i = 4", cmp(expr.Eq, col["i"], i(4)), false},
		{"4 = i", cmp(expr.Eq, i(4), col["i"]), false},
		{"i > 9", cmp(expr.Gt, col["i"], i(9)), false},
		{"i >= 9", cmp(expr.Ge, col["i"], i(9)), true},
		{"i < 5", cmp(expr.Lt, col["i"], i(5)), false},
		{"i <= 5", cmp(expr.Le, col["i"], i(5)), true},
		{"not i >= 5", &expr.Not{Child: cmp(expr.Ge, col["i"], i(5))}, false},
		{"not i > 5", &expr.Not{Child: cmp(expr.Gt, col["i"], i(5))}, true},
		{"i <> 5", cmp(expr.Ne, col["i"], i(5)), true},
		{"i <=> null", cmp(expr.EqNullSafe, col["i"], lit(nil, types.Integer)), false},
		{"s <=> null", cmp(expr.EqNullSafe, col["s"], lit(nil, types.String)), true},
		{"i = null", cmp(expr.Eq, col["i"], lit(nil, types.Integer)), false},
		{"not i = null", &expr.Not{Child: cmp(expr.Eq, col["i"], lit(nil, types.Integer))}, false},
		{"i is null", &expr.IsNull{Child: col["i"]}, false},
		{"i is not null", &expr.IsNull{Child: col["i"], Negated: true}, true},
		{"n is not null", &expr.IsNull{Child: col["n"], Negated: true}, false},
		{"n = 'a'", cmp(expr.Eq, col["n"], text("a")), false},
		{"i in (1, 2)", &expr.In{Value: col["i"], List: []expr.Expr{i(1), i(2)}}, false},
		{"i in (1, 6)", &expr.In{Value: col["i"], List: []expr.Expr{i(1), i(6)}}, true},
		{"i not in (1, null)", &expr.Not{Child: &expr.In{Value: col["i"], List: []expr.Expr{i(1), lit(nil, types.Integer)}}}, false},
		{"d > 3 may be NaN", cmp(expr.Gt, col["d"], lit(3.0, types.Double)), true},
		{"d < 1", cmp(expr.Lt, col["d"], lit(1.0, types.Double)), false},
		{"d = 3", cmp(expr.Eq, col["d"], lit(3.0, types.Double)), false},
		{"s = 'a'", cmp(expr.Eq, col["s"], text("a")), false},
		{"s = 'cc'", cmp(expr.Eq, col["s"], text("cc")), true},
		{"dt after", cmp(expr.Gt, col["dt"], day("2024-02-01")), false},
		{"ts within the millisecond", cmp(expr.Eq, col["ts"], lit(int64(1704067200999500), types.Timestamp)), true},
		{"ts after the millisecond", cmp(expr.Eq, col["ts"], lit(int64(1704067201000000), types.Timestamp)), false},
		{"dec > 9.99", cmp(expr.Gt, col["dec"], lit(types.Decimal{Unscaled: types.Int128Of(999), Precision: 10, Scale: 2}, types.DecimalType{Precision: 10, Scale: 2})), false},
		{"cast(i as bigint) = 4", cmp(expr.Eq, &expr.Cast{Child: col["i"], DataType: types.Long}, lit(int64(4), types.Long)), false},
		{"cast(i as string) = '4'", cmp(expr.Eq, &expr.Cast{Child: col["i"], DataType: types.String}, text("4")), true},
		{"st.x > 200", cmp(expr.Gt, x, lit(int64(200), types.Long)), false},
		{"st.x = 150", cmp(expr.Eq, x, lit(int64(150), types.Long)), true},
		{"st is null", &expr.IsNull{Child: col["st"]}, true},
		{"p = that day", cmp(expr.Eq, col["p"], day("2024-02-29")), true},
		{"p = another day", cmp(expr.Eq, col["p"], day("2024-03-01")), false},
		{"p is null", &expr.IsNull{Child: col["p"]}, false},
		{"i = 4 or p = that day", &expr.Or{Left: cmp(expr.Eq, col["i"], i(4)), Right: cmp(expr.Eq, col["p"], day("2024-02-29"))}, true},
		{"i = 4 or p = another day", &expr.Or{Left: cmp(expr.Eq, col["i"], i(4)), Right: cmp(expr.Eq, col["p"], day("2024-03-01"))}, false},
		{"i = 7 and s = 'a'", &expr.And{Left: cmp(expr.Eq, col["i"], i(7)), Right: cmp(expr.Eq, col["s"], text("a"))}, false},
		{"s like 'c%'", call("like", col["s"], text("c%")), true},
		{"s like 'e%'", call("like", col["s"], text("e%x")), false},
		{"s like 'a%'", call("like", col["s"], text("a%")), false},
		{"s like '%a'", call("like", col["s"], text("%a")), true},
		{"unknown function", call("f", col["s"], text("a")), true},
	} {
		if got := s.Skipping(c.e, attrs).MayMatch(file); got != c.keep {
			t.Errorf("%s: keeps %v", c.name, got)
		}
		if !s.Skipping(c.e, attrs).MayMatch(&AddFile{Path: "no statistics", PartitionValues: file.PartitionValues}) && !onlyPartition(s, c.e, attrs) && c.keep {
			t.Errorf("%s: skips a file without statistics", c.name)
		}
	}
	if used := s.table.opts.Allocator.Used(); used != 0 {
		t.Errorf("%d bytes leak", used)
	}
}

func onlyPartition(s *Snapshot, e expr.Expr, attrs []*expr.Attribute) bool {
	return s.Skipping(e, attrs).OnlyPartitions()
}

type named string

func (n named) FunctionName() string { return string(n) }
func (named) Deterministic() bool    { return true }

func call(name string, args ...expr.Expr) expr.Expr {
	return &expr.Call{Fn: named(name), Args: args, DataType: types.Boolean, IsNull: true}
}

func TestTruncation(t *testing.T) {
	long := "abcdefghijklmnopqrstuvwxyzabcdef"
	for _, c := range []struct{ in, lo, hi string }{
		{"short", "short", "short"},
		{long, long, long},
		{long + "g", long, long + "\x7f"},
		{long + "\u00e4", long, long + "\U0010ffff"},
		{long + "\U0010ffffz", long, long + "\U0010ffff\x7f"},
	} {
		hi, ok := truncateMax(c.in, 32)
		if lo := truncateMin(c.in, 32); lo != c.lo || hi != c.hi || !ok || lo > c.in || hi < c.in {
			t.Errorf("%q: %q %q", c.in, lo, hi)
		}
	}
}
