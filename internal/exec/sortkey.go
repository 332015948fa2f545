package exec

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// SortKey is the direction of one key.
type SortKey struct{ Descending, NullsFirst bool }

func sortKeys(order []expr.SortOrder) []SortKey {
	out := make([]SortKey, len(order))
	for i, o := range order {
		out[i] = SortKey{o.Descending, o.NullsFirst}
	}
	return out
}

func orderExprs(order []expr.SortOrder) []expr.Expr {
	out := make([]expr.Expr, len(order))
	for i, o := range order {
		out[i] = o.Child
	}
	return out
}

// packed is a row with the leading bits of its sort key.
type packed struct {
	key uint64
	row int32
}

// sorter orders rows by several key columns. The leading keys are packed into 64 bits, as far as they fit; rows are ordered by radix
// on these, and only rows whose packed keys tie are compared by value:
//
//	key 1: null flag │ value bits │ key 2: null flag │ value bits │ …      a descending key is inverted, the null flag is not
type sorter struct {
	cols     []*vec.Vector // flat
	keys     []SortKey
	comparer []vec.Comparer
	parts    []keyPart
	rest     int // first key that packed keys do not decide
	bits     int // used
}

// keyPart is how a key column goes into the packed key.
type keyPart struct {
	col   int
	flag  bool // one bit for null
	width int  // value bits
	shift int  // dropped low bits
}

func newSorter(cols []*vec.Vector, keys []SortKey) *sorter {
	s := &sorter{cols: cols, keys: keys}
	for _, v := range cols {
		s.comparer = append(s.comparer, vec.NewComparer(v.Type))
	}
	left := 64
	for i, v := range cols {
		full, exact := keyBits(v.Type)
		p := keyPart{col: i, flag: v.Valid != nil || v.Type.ID() == types.IDNull}
		if p.flag {
			left--
		}
		if left <= 0 || full == 0 && v.Type.ID() != types.IDNull {
			break
		}
		p.width = min(full, left)
		p.shift = full - p.width
		left -= p.width
		s.parts = append(s.parts, p)
		if p.shift > 0 || !exact {
			break
		}
		s.rest = i + 1
	}
	s.bits = 64 - left
	return s
}

// keyBits is how many bits order values of t, and whether they decide equality too.
func keyBits(t types.DataType) (bits int, exact bool) {
	switch t.ID() {
	case types.IDNull:
		return 0, true
	case types.IDBoolean:
		return 1, true
	case types.IDDecimal, types.IDString, types.IDChar, types.IDVarchar, types.IDBinary:
		return 64, false
	case types.IDArray, types.IDMap, types.IDStruct, types.IDVariant, types.IDCalendarInterval, types.IDGeometry, types.IDGeography:
		return 0, false
	}
	return 8 * vec.Width(t), true
}

// keyOf is the order-preserving bits of row i, which is not null, in the low keyBits.
func keyOf(v *vec.Vector, i int) uint64 {
	switch v.Type.ID() {
	case types.IDBoolean:
		return uint64(v.Data[i])
	case types.IDByte:
		return uint64(uint8(vec.Values[int8](v)[i]) ^ 0x80)
	case types.IDShort:
		return uint64(uint16(vec.Values[int16](v)[i]) ^ 0x8000)
	case types.IDInteger, types.IDDate, types.IDYearMonthInterval:
		return uint64(uint32(vec.Values[int32](v)[i]) ^ 0x8000_0000)
	case types.IDFloat:
		return uint64(orderedFloat32(vec.Values[float32](v)[i]))
	case types.IDDouble:
		return orderedFloat64(vec.Values[float64](v)[i])
	case types.IDDecimal:
		return decimalPrefix(vec.Values[types.Int128](v)[i])
	case types.IDString, types.IDChar, types.IDVarchar, types.IDBinary:
		return textPrefix(&vec.Values[vec.View](v)[i])
	}
	return vec.Values[uint64](v)[i] ^ 1<<63
}

func orderedFloat64(f float64) uint64 {
	if f == 0 {
		f = 0
	}
	if f != f {
		return math.MaxUint64
	}
	b := math.Float64bits(f)
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

func orderedFloat32(f float32) uint32 {
	if f == 0 {
		f = 0
	}
	if f != f {
		return math.MaxUint32
	}
	b := math.Float32bits(f)
	if b>>31 != 0 {
		return ^b
	}
	return b | 1<<31
}

// decimalPrefix saturates at 64 bits; saturated values tie and are compared whole.
func decimalPrefix(d types.Int128) uint64 {
	switch {
	case d.Cmp(types.Int128Of(math.MaxInt64)) >= 0:
		return math.MaxUint64
	case d.Cmp(types.Int128Of(math.MinInt64)) <= 0:
		return 0
	}
	return d.Lo ^ 1<<63
}

func textPrefix(t *vec.View) uint64 {
	b := t.Bytes()
	if len(b) >= 8 {
		return binary.BigEndian.Uint64(b)
	}
	var x uint64
	for i, c := range b {
		x |= uint64(c) << (56 - 8*i)
	}
	return x
}

// pack computes the packed keys of the rows idx.
func (s *sorter) pack(idx []int32) []packed {
	out := make([]packed, len(idx))
	for k, i := range idx {
		out[k].row = i
	}
	at := 64
	for _, p := range s.parts {
		at -= p.width
		flagAt := at
		if p.flag {
			at--
			flagAt = at + p.width
		}
		s.packColumn(out, p, at, flagAt)
	}
	if unused := 64 - s.bits; unused > 0 {
		for k := range out {
			out[k].key >>= unused
		}
	}
	return out
}

func (s *sorter) packColumn(out []packed, p keyPart, at, flagAt int) {
	v, key := s.cols[p.col], s.keys[p.col]
	invert := uint64(0)
	if key.Descending {
		invert = ^uint64(0) >> (64 - max(p.width, 1))
		if p.width == 0 {
			invert = 0
		}
	}
	nullFlag, valueFlag := uint64(0), uint64(1)
	if !key.NullsFirst {
		nullFlag, valueFlag = 1, 0
	}
	for k := range out {
		i := int(out[k].row)
		if p.flag {
			if v.IsNull(i) {
				out[k].key |= nullFlag << flagAt
				continue
			}
			out[k].key |= valueFlag << flagAt
		}
		out[k].key |= (keyOf(v, i)>>p.shift ^ invert) << at
	}
}

// sort puts the rows idx in order; rows with equal keys keep their order.
func (s *sorter) sort(idx []int32) {
	if len(idx) < 2 {
		return
	}
	rows := s.pack(idx)
	if len(rows) < 256 {
		slices.SortFunc(rows, s.compare)
	} else {
		rows = radixSort(rows, s.bits)
		s.sortTies(rows)
	}
	for k := range rows {
		idx[k] = rows[k].row
	}
}

// compare orders two rows completely; the row number decides at last, for stability (rows are numbered in their order of arrival).
func (s *sorter) compare(a, b packed) int {
	if c := cmp.Compare(a.key, b.key); c != 0 {
		return c
	}
	if c := s.compareFrom(s.rest, a.row, b.row); c != 0 {
		return c
	}
	return cmp.Compare(a.row, b.row)
}

func (s *sorter) compareFrom(first int, a, b int32) int {
	for k := first; k < len(s.keys); k++ {
		if c := s.compareKey(k, s.cols[k], int(a), s.cols[k], int(b)); c != 0 {
			return c
		}
	}
	return 0
}

// compareKey compares values of one key under its direction.
func (s *sorter) compareKey(k int, a *vec.Vector, i int, b *vec.Vector, j int) int {
	return compareNulls(s.comparer[k], s.keys[k], a, i, b, j)
}

func compareNulls(values vec.Comparer, key SortKey, a *vec.Vector, i int, b *vec.Vector, j int) int {
	x, y := a.IsNull(i), b.IsNull(j)
	if x || y {
		switch {
		case x && y:
			return 0
		case x == key.NullsFirst:
			return -1
		}
		return 1
	}
	if key.Descending {
		return values(b, j, a, i)
	}
	return values(a, i, b, j)
}

// sortTies orders the runs of rows whose packed keys are equal.
func (s *sorter) sortTies(rows []packed) {
	if s.rest == len(s.keys) {
		return
	}
	for from := 0; from < len(rows); {
		to := from + 1
		for to < len(rows) && rows[to].key == rows[from].key {
			to++
		}
		if to-from > 1 {
			slices.SortFunc(rows[from:to], s.compare)
		}
		from = to
	}
}

// radixSort orders rows by the low bits of their keys, stably: least significant digit first, digits of 11 bits (8 had more passes, 16
// histograms that miss the cache), digits that are the same everywhere skipped.
func radixSort(rows []packed, bits int) []packed {
	const digit = 11
	var varying, first uint64
	if len(rows) > 0 {
		first = rows[0].key
	}
	for i := range rows {
		varying |= rows[i].key ^ first
	}
	other := make([]packed, len(rows))
	for shift := 0; shift < bits; shift += digit {
		if varying>>shift&(1<<digit-1) == 0 {
			continue
		}
		var count [1 << digit]uint32
		for i := range rows {
			count[rows[i].key>>shift&(1<<digit-1)]++
		}
		sum := uint32(0)
		for i, n := range count {
			count[i] = sum
			sum += n
		}
		for _, r := range rows {
			d := r.key >> shift & (1<<digit - 1)
			other[count[d]] = r
			count[d]++
		}
		rows, other = other, rows
	}
	return rows
}

func numbers(n int) []int32 {
	idx := make([]int32, n)
	for i := range idx {
		idx[i] = int32(i)
	}
	return idx
}
