package parquetio

import (
	"context"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// boundCell is a value in the Go type of Bounds.
func boundCell(v *vec.Vector, i int) any {
	switch v.Type.ID() {
	case types.IDFloat:
		return float64(vec.At[float32](v, i))
	case types.IDDouble:
		return vec.At[float64](v, i)
	case types.IDBoolean:
		return vec.At[bool](v, i)
	}
	return cell(v, i)
}

// covers checks that a value is within bounds, and tells whether it is NaN.
func covers(t *testing.T, b Bounds, v any, what string) {
	if f, ok := v.(float64); ok && math.IsNaN(f) {
		if b.Min != nil || b.Max != nil {
			t.Errorf("%s: bounds %v, %v beside NaN", what, b.Min, b.Max)
		}
		return
	}
	if b.Min != nil && compareValues(v, b.Min) < 0 || b.Max != nil && compareValues(v, b.Max) > 0 {
		t.Errorf("%s: %v is not within %v and %v", what, v, b.Min, b.Max)
	}
}

// values reads a column of some rows of a row group, nil for null.
func values(t *testing.T, f *File, field types.StructField, opts ScanOptions) (l []any) {
	opts.Schema = types.StructType{Fields: []types.StructField{field}}
	s, err := f.Scan(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for {
		b, _, err := s.Next()
		if err == io.EOF {
			return l
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Rows() {
			if v := b.Cols[0]; v.IsNull(b.Row(i)) {
				l = append(l, nil)
			} else {
				l = append(l, boundCell(v, b.Row(i)))
			}
		}
		b.Release()
	}
}

// TestBounds holds statistics of row groups, pages and the whole file against the values.
func TestBounds(t *testing.T) {
	var s types.StructType
	for _, f := range allTypes().Fields {
		if !strings.HasPrefix(f.Name, "n") && !strings.HasPrefix(f.Name, "q") {
			s.Fields = append(s.Fields, f)
		}
	}
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 3))
		alloc := vec.NewAllocator(0)
		batches, _ := randomBatches(r, alloc, s, 300, 200, 1)
		long := batches[0].Cols[22] // text longer than bounds are kept
		if long.Form == vec.Flat {
			vec.Values[vec.View](long)[0] = batches[0].ViewString(strings.Repeat("ü", 100))
			vec.Values[vec.View](long)[1] = batches[0].ViewString(strings.Repeat("\x7f", 100))
		}
		b, info := write(t, s, WriterOptions{PageRows: 40, RowGroupRows: 170, NoDictionary: seed == 1}, batches)
		for _, x := range batches {
			x.Release()
		}
		f := open(t, b)
		for leaf, field := range s.Fields {
			nulls := int64(0)
			var lo, hi any
			for g := range f.NumRowGroups() {
				bounds := f.Bounds(g, leaf, field.Type)
				all := values(t, f, field, ScanOptions{Alloc: alloc, RowGroups: []int{g}})
				n, minSeen, maxSeen, valid := int64(0), false, false, 0
				for _, v := range all {
					if v == nil {
						n++
						continue
					}
					valid++
					covers(t, bounds, v, field.Name)
					minSeen = minSeen || bounds.Min != nil && compareValues(v, bounds.Min) == 0
					maxSeen = maxSeen || bounds.Max != nil && compareValues(v, bounds.Max) == 0
					if x, ok := v.(float64); ok && math.IsNaN(x) {
						continue
					}
					if lo == nil || compareValues(v, lo) < 0 {
						lo = v
					}
					if hi == nil || compareValues(v, hi) > 0 {
						hi = v
					}
				}
				nulls += n
				if bounds.Nulls != n {
					t.Errorf("%s: %d nulls, want %d", field.Name, bounds.Nulls, n)
				}
				if valid > 0 && (bounds.MinExact && !minSeen || bounds.MaxExact && !maxSeen) {
					t.Errorf("%s: exact bounds %v, %v do not occur", field.Name, bounds.Min, bounds.Max)
				}
				if valid > 0 && bounds.Min == nil && field.Type.ID() != types.IDFloat {
					t.Errorf("%s has no bounds", field.Name)
				}
				checkPages(t, f, g, leaf, field, alloc)
			}
			c := info.Columns[leaf]
			if c.Nulls != nulls || (lo == nil) != (c.Min == nil) || lo != nil && (compareValues(c.Min, lo) != 0 || compareValues(c.Max, hi) != 0) {
				t.Errorf("%s of the file: %+v, want %v to %v, %d nulls", field.Name, c, lo, hi, nulls)
			}
		}
	}
}

func checkPages(t *testing.T, f *File, g, leaf int, field types.StructField, alloc *vec.Allocator) {
	pages, err := f.PageBounds(g, leaf, field.Type)
	if err != nil {
		t.Fatal(err)
	}
	x, err := f.OffsetIndex(g, leaf)
	if err != nil || x == nil {
		t.Fatal("no offset index", err)
	}
	first, rows := f.RowGroupRows(g)
	for p, b := range pages {
		end := rows
		if p+1 < len(pages) {
			end = x.Pages[p+1].FirstRow
		}
		n := int64(0)
		for _, v := range values(t, f, field, ScanOptions{Alloc: alloc, RowGroups: []int{g}, Rows: []Range{{first + x.Pages[p].FirstRow, first + end}}}) {
			if v == nil {
				n++
				continue
			}
			covers(t, b, v, field.Name+" page")
		}
		if b.Nulls != n {
			t.Errorf("%s page %d: %d nulls, want %d", field.Name, p, b.Nulls, n)
		}
	}
}

// TestUntrustedBounds: what old or careless writers left is not believed.
func TestUntrustedBounds(t *testing.T) {
	b := Bounds{Min: math.NaN(), Max: 1.0}
	if b = b.checked(); b.Min != nil || b.Max != nil {
		t.Error("NaN is a bound")
	}
	b = Bounds{Min: 0.0, Max: math.Copysign(0, -1)}.checked()
	if !math.Signbit(b.Min.(float64)) || math.Signbit(b.Max.(float64)) {
		t.Error("zeros are not widened")
	}
}

// TestRequests counts what a scan costs on an object store.
func TestRequests(t *testing.T) {
	alloc := vec.NewAllocator(0)
	s := allTypes()
	batches, _ := randomBatches(rand.New(rand.NewPCG(6, 6)), alloc, s, 900)
	b, _ := write(t, s, WriterOptions{RowGroupRows: 200}, batches)
	for _, x := range batches {
		x.Release()
	}
	src := &counting{memoryFile: b}
	f, err := Open(context.Background(), src, "x", OpenOptions{TailBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if n := src.reqs.Swap(0); n != 1 {
		t.Errorf("opening takes %d requests", n)
	}
	for _, schema := range []types.StructType{s, {Fields: []types.StructField{s.Fields[3], s.Fields[40], s.Fields[11]}}} {
		sc, err := f.Scan(context.Background(), ScanOptions{Schema: schema, Alloc: alloc})
		if err != nil {
			t.Fatal(err)
		}
		for {
			b, _, err := sc.Next()
			if err != nil {
				break
			}
			b.Release()
		}
		sc.Close()
		if n := src.reqs.Swap(0); n != int64(f.NumRowGroups()) {
			t.Errorf("%d requests for %d row groups", n, f.NumRowGroups())
		}
	}
}
