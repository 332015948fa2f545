package parquetio

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/format"
	"github.com/flintlake/flintlake/internal/vec"
)

// Bounds are the statistics of a leaf in one row group or page, as values of a Spark type.
//
// Min and Max have Go types by the type: bool; int64 for all integers, dates, timestamps and intervals (in the vector's
// unit); float64 for float and double; types.Int128 (unscaled) for decimals; string for text and binary. A nil bound is not known.
type Bounds struct {
	Min, Max any
	// MinExact and MaxExact tell that the bound is a value that occurs, and not one cut short.
	MinExact, MaxExact bool
	// Nulls is the number of nulls, -1 when not recorded. In an array or map it counts entries without a value.
	Nulls int64
	// Rows or entries that the bounds cover, nulls included; -1 when not known.
	Values int64
}

// Bounds are the statistics of leaf in row group g when it is read as type t, so that promoted columns compare in the new
// type. Statistics that cannot be trusted (unsigned text order of old writers, INT96, NaN) are left out.
func (f *File) Bounds(g, leaf int, t types.DataType) Bounds {
	n, c := f.leaves[leaf], &f.meta.RowGroups[g].Columns[leaf]
	s := &c.Statistics
	b := Bounds{Nulls: s.NullCount, Values: c.NumValues}
	if n.def == 0 {
		b.Nulls = 0
	}
	if b.Nulls < 0 || b.Nulls > c.NumValues {
		b.Nulls = -1
	}
	lo, hi, hasLo, hasHi := s.MinValue, s.MaxValue, s.HasMin, s.HasMax
	if f.meta.TypeOrder != nil && (leaf >= len(f.meta.TypeOrder) || !f.meta.TypeOrder[leaf]) {
		hasLo, hasHi = false, false
	}
	if !hasLo && !hasHi && s.Min != nil && s.Max != nil && oldBoundsHold(n, s) {
		lo, hi, hasLo, hasHi = s.Min, s.Max, true, true
	}
	if hasLo {
		b.Min, _ = boundValue(n, t, lo)
		b.MinExact = s.MinExact == 1 || s.MinExact < 0 && !isByteArray(n)
	}
	if hasHi {
		b.Max, _ = boundValue(n, t, hi)
		b.MaxExact = s.MaxExact == 1 || s.MaxExact < 0 && !isByteArray(n)
	}
	return b.checked()
}

// checked drops bounds that cannot be: NaN, and a minimum over the maximum.
func (b Bounds) checked() Bounds {
	lo, ok := b.Min.(float64)
	hi, ok2 := b.Max.(float64)
	if ok && math.IsNaN(lo) || ok2 && math.IsNaN(hi) || ok && ok2 && lo > hi {
		b.Min, b.Max = nil, nil
	}
	if ok && lo == 0 && b.Min != nil {
		b.Min = math.Copysign(0, -1)
	}
	if ok2 && hi == 0 && b.Max != nil {
		b.Max = 0.0
	}
	return b
}

func isByteArray(n *node) bool {
	return n.Type == format.ByteArray || n.Type == format.FixedLenByteArray
}

// oldBoundsHold tells whether the deprecated bounds, which compare signed bytes, are right for the leaf.
func oldBoundsHold(n *node, s *format.Statistics) bool {
	if n.Annotation.Kind == format.Integer && !n.Annotation.Signed {
		return false
	}
	switch n.Type {
	case format.Boolean, format.Int32, format.Int64, format.Float, format.Double:
		return true
	case format.ByteArray, format.FixedLenByteArray:
		return string(s.Min) == string(s.Max) // no order needed
	}
	return false
}

// boundValue converts a bound in plain form.
func boundValue(n *node, t types.DataType, b []byte) (any, bool) {
	c, ok := newConversion(n, t)
	if !ok || n.Type == format.Int96 || n.Annotation.Kind == format.Integer && !n.Annotation.Signed && t.ID() != types.IDLong && t.ID() != types.IDDecimal {
		return nil, false
	}
	if c.width > 0 && len(b) != c.width {
		return nil, false
	}
	if c.text {
		return string(b), true
	}
	out := make([]byte, max(c.outWidth, 16))
	in := append(make([]byte, 0, len(b)+padding), b...)
	switch {
	case c.views != nil:
		v, ok := bigEndian(b)
		factor, _ := decimalFactor(n, t.(types.DecimalType), 0)
		return v.Mul(factor), ok
	case c.fixed != nil:
		if c.fixed(out, in, 1) != nil {
			return nil, false
		}
	default:
		copy(out, in)
	}
	return plainValue(t, out)
}

// plainValue reads one slot of a vector.
func plainValue(t types.DataType, out []byte) (any, bool) {
	switch t.ID() {
	case types.IDBoolean:
		return out[0] != 0, true
	case types.IDFloat:
		return float64(load[float32](out, 0)), true
	case types.IDDouble:
		return load[float64](out, 0), true
	case types.IDDecimal:
		return load[types.Int128](out, 0), true
	}
	switch vec.Width(t) {
	case 1:
		return int64(load[int8](out, 0)), true
	case 2:
		return int64(load[int16](out, 0)), true
	case 4:
		return int64(load[int32](out, 0)), true
	case 8:
		return load[int64](out, 0), true
	}
	return nil, false
}

// PageBounds are the bounds of each data page of a leaf in row group g, in the order of the pages of its OffsetIndex; nil
// when the file has no column index for it. Bounds of pages may be cut short: their exactness is not recorded. Values is -1.
func (f *File) PageBounds(g, leaf int, t types.DataType) ([]Bounds, error) {
	x, err := f.ColumnIndex(g, leaf)
	if err != nil || x == nil {
		return nil, err
	}
	n := f.leaves[leaf]
	l := make([]Bounds, len(x.NullPages))
	for i := range l {
		l[i] = Bounds{Nulls: -1, Values: -1}
		if x.NullCounts != nil {
			l[i].Nulls = x.NullCounts[i]
		}
		if !x.NullPages[i] {
			l[i].Min, _ = boundValue(n, t, x.MinValues[i])
			l[i].Max, _ = boundValue(n, t, x.MaxValues[i])
			l[i] = l[i].checked()
		}
	}
	return l, nil
}
