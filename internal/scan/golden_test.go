package scan

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

// goldenTables are folders of a golden source that hold a Delta table beside what it should read as.
func goldenTables(t *testing.T, source string) []string {
	t.Helper()
	dir, err := filepath.Abs("../../../shared/golden/" + source)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no golden tables: %v", err)
		}
		t.Skip("no golden tables beside the repository")
	}
	var out []string
	for _, e := range entries {
		out = append(out, filepath.Join(dir, e.Name()))
	}
	return out
}

type readable interface {
	logical.Table
	Source(columns []*expr.Attribute, ordinals []int, filters []expr.Expr, limit int64) (exec.Source, error)
}

// attributes are the columns of a table that are not hidden.
func attributes(t logical.Table) (attrs []*expr.Attribute, ordinals []int) {
	fields := t.Schema().Fields
	for i, f := range fields[:len(fields)-1] {
		attrs, ordinals = append(attrs, expr.NewAttribute(f.Name, f.Type, true)), append(ordinals, i)
	}
	return attrs, ordinals
}

// read gives all rows as text, by columns in alphabetic order.
func read(t *testing.T, table readable, threads int, zone *time.Location, filters func([]*expr.Attribute) []expr.Expr) []string {
	t.Helper()
	attrs, ordinals := attributes(table)
	var conditions []expr.Expr
	if filters != nil {
		conditions = filters(attrs)
	}
	s, err := table.Source(attrs, ordinals, conditions, 0)
	if err != nil {
		t.Fatal(err)
	}
	var n exec.Node = &exec.Read{Source: s}
	if c := expr.AndAll(conditions); c != nil {
		n = &exec.Filter{Input: n, Condition: c}
	}
	return rowsOf(t, n, threads, zone)
}

func rowsOf(t *testing.T, n exec.Node, threads int, zone *time.Location) []string {
	t.Helper()
	alloc := vec.NewAllocator(0)
	stream, err := exec.Run(&exec.Context{Context: context.Background(), Alloc: alloc, Env: &fn.Env{ANSI: true, TimeZone: zone}, Threads: threads}, n)
	if err != nil {
		t.Fatal(err)
	}
	names := n.Columns()
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return strings.Compare(strings.ToLower(names[a].Name), strings.ToLower(names[b].Name))
	})
	var out []string
	for {
		b, err := stream.Next()
		if err != nil {
			t.Fatal(err)
		}
		if b == nil {
			break
		}
		for _, i := range vec.SelOrAll(b.Sel, b.Len) {
			var row []string
			for _, k := range order {
				row = append(row, fmt.Sprint(vec.ValueAt(b.Cols[k], int(i))))
			}
			out = append(out, strings.Join(row, "|"))
		}
		b.Release()
	}
	stream.Close()
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leak", alloc.Used())
	}
	slices.Sort(out)
	return out
}

func TestGoldenTablesReadAsExpected(t *testing.T) {
	compared := 0
	// Partition values of type timestamp without a zone are in the zone of the session that wrote them.
	zones := map[string]string{"data-reader-partition-values": "America/Los_Angeles"}
	for _, source := range []string{"dat", "kernel-golden"} {
		for _, dir := range goldenTables(t, source) {
			want := filepath.Join(dir, "expected")
			if source == "dat" {
				want = filepath.Join(want, "latest", "table_content")
			}
			found, _ := filepath.Glob(want + "/*.parquet")
			if len(found) == 0 {
				continue
			}
			t.Run(filepath.Base(dir), func(t *testing.T) {
				zone, err := time.LoadLocation(zones[filepath.Base(dir)])
				if err != nil {
					t.Fatal(err)
				}
				alloc := vec.NewAllocator(0)
				stores := &objstore.Stores{}
				tables := &log.Tables{Stores: stores, Options: log.Options{Allocator: alloc}}
				table, err := tables.Open(filepath.Join(dir, "delta"))
				if err != nil {
					t.Fatal(err)
				}
				snap, err := table.Snapshot(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				d, err := NewDelta(snap, DeltaOptions{})
				if err != nil {
					t.Fatal(err)
				}
				settings, err := conf.NewSettings(nil)
				if err != nil {
					t.Fatal(err)
				}
				f, err := OpenFiles(context.Background(), FilesRequest{Stores: stores, Format: "parquet", Paths: []string{want}, Settings: settings, Alloc: alloc})
				if err != nil {
					t.Fatal(err)
				}
				if rows, known := d.RowCount(); known && rows > 10_000 {
					t.Skip("large")
				}
				expected := read(t, f.(readable), 1, zone, nil)
				for _, threads := range []int{1, 3} {
					if got := read(t, d, threads, zone, nil); !slices.Equal(got, expected) {
						t.Fatalf("%d workers: %d rows, want %d\n got %.300v\nwant %.300v", threads, len(got), len(expected), got, expected)
					}
				}
				compared++
				if len(expected) == 0 {
					return
				}
				checkSkipping(t, d, zone)
			})
		}
	}
	if compared < 25 {
		t.Errorf("only %d tables were compared", compared)
	}
}

// checkSkipping reads the table once more for single values of each column: whatever is skipped, the rows are those of a full read.
func checkSkipping(t *testing.T, d *Delta, zone *time.Location) {
	t.Helper()
	attrs, ordinals := attributes(d)
	for i, a := range attrs {
		if !types.IsOrderable(a.DataType) || types.IsNested(a.DataType) || a.DataType.ID() == types.IDNull {
			continue
		}
		value, ok := someValue(t, d, a, ordinals[i], zone)
		if !ok {
			continue
		}
		for _, op := range []expr.CompareOp{expr.Eq, expr.Lt, expr.Ge} {
			condition := func(as []*expr.Attribute) []expr.Expr {
				return []expr.Expr{&expr.Compare{Op: op, Left: as[i], Right: &expr.Literal{DataType: a.DataType, Value: value}}}
			}
			got := read(t, d, 2, zone, condition)
			want := read(t, unskipped{d}, 1, zone, condition)
			if !slices.Equal(got, want) {
				t.Errorf("%s op %d %v: %d rows, want %d", a.Name, op, value, len(got), len(want))
			}
		}
	}
}

func someValue(t *testing.T, d *Delta, a *expr.Attribute, ordinal int, zone *time.Location) (any, bool) {
	t.Helper()
	s, err := d.Source([]*expr.Attribute{a}, []int{ordinal}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	alloc := vec.NewAllocator(0)
	stream, err := exec.Run(&exec.Context{Context: context.Background(), Alloc: alloc, Env: &fn.Env{TimeZone: zone}, Threads: 1}, &exec.Read{Source: s})
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	for {
		b, err := stream.Next()
		if err != nil {
			t.Fatal(err)
		}
		if b == nil {
			return nil, false
		}
		for _, i := range vec.SelOrAll(b.Sel, b.Len) {
			if v := vec.ValueAt(b.Cols[0], int(i)); v != nil {
				b.Release()
				return v, true
			}
		}
		b.Release()
	}
}

// unskipped reads a table without giving it the filters.
type unskipped struct{ *Delta }

func (u unskipped) Source(columns []*expr.Attribute, ordinals []int, _ []expr.Expr, limit int64) (exec.Source, error) {
	return u.Delta.Source(columns, ordinals, nil, limit)
}
