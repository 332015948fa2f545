package parquetio

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
)

// FileInfo describes a finished file.
type FileInfo struct {
	Size      int64
	Rows      int64
	RowGroups []RowGroupInfo
	// Columns has one entry per leaf, in schema order.
	Columns []ColumnInfo
}

// RowGroupInfo is the place of a row group in the file.
type RowGroupInfo struct {
	Offset, Bytes, Rows int64
}

// ColumnInfo is what is known of a leaf over the whole file.
type ColumnInfo struct {
	Path     []string
	Type     types.DataType
	Repeated bool // inside of an array or map: Nulls counts entries, not rows
	Nulls    int64
	// Min and Max are exact, in the Go types of Bounds; nil when there are no values, or only NaN. They leave NaN aside.
	Min, Max any
	HasNaN   bool
	// Unknown tells that a row group was copied whose bounds (or NaN) are not known; Inexact that bounds may be cut short. Both
	// only happen for copied row groups. Nulls is -1 when a copied row group does not record them.
	Unknown, Inexact bool
}

func (w *Writer) info() FileInfo {
	f := FileInfo{Size: w.offset, Rows: w.meta.NumRows}
	for i := range w.meta.RowGroups {
		g := &w.meta.RowGroups[i]
		f.RowGroups = append(f.RowGroups, RowGroupInfo{Offset: g.FileOffset, Bytes: g.TotalCompressedSize, Rows: g.NumRows})
	}
	f.Columns = append(f.Columns, w.infos...)
	return f
}

// addToFile adds the row group's statistics to those of the file.
func (l *leafWriter) addToFile() {
	l.info.Nulls += l.nulls
	l.info.HasNaN = l.info.HasNaN || l.group.nan
	if !l.group.ok {
		return
	}
	n := &node{SchemaElement: &l.elem}
	lo, ok := boundValue(n, l.typ, l.group.min)
	hi, ok2 := boundValue(n, l.typ, l.group.max)
	l.info.widen(lo, hi, ok && ok2)
}

// widen extends the bounds so that they cover lo to hi.
func (c *ColumnInfo) widen(lo, hi any, known bool) {
	if !known || lo == nil || hi == nil {
		c.Unknown = true
		return
	}
	if c.Min == nil || compareValues(lo, c.Min) < 0 {
		c.Min = lo
	}
	if c.Max == nil || compareValues(hi, c.Max) > 0 {
		c.Max = hi
	}
}

// compareValues orders two values of the Go types of Bounds.
func compareValues(a, b any) int {
	switch a := a.(type) {
	case int64:
		return order3(a, b.(int64))
	case float64:
		return order3(a, b.(float64))
	case string:
		return strings.Compare(a, b.(string))
	case types.Int128:
		return a.Cmp(b.(types.Int128))
	case bool:
		switch {
		case a == b.(bool):
			return 0
		case a:
			return 1
		}
		return -1
	}
	return 0
}

func order3[T int64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
