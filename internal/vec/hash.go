package vec

import (
	"math"
	"math/bits"

	"github.com/flintlake/flintlake/dataframe/types"
)

// nullHash is what a null adds to a row's hash.
const nullHash = 0x9e3779b97f4a7c15

// HashRows computes a 64-bit hash of the rows in sel (nil: all n) over several columns into out[row]. Equal rows (EqualRows)
// have equal hashes: floating point is normalised (NaN = NaN, -0.0 = 0.0), dictionaries and constants hash like flat vectors.
// The hash is not stable between versions and is never stored.
func HashRows(cols []*Vector, sel Sel, n int, out []uint64) {
	if sel == nil {
		sel = All(n)
	}
	for i, c := range cols {
		hashColumn(c, sel, out, i == 0)
	}
}

func mix(h uint64) uint64 {
	hi, lo := bits.Mul64(h^0x2d358dccaa6c78a5, 0x8bb84b93962eacc9)
	return hi ^ lo
}

// MixHash is the finaliser used for single 64-bit keys.
func MixHash(key uint64) uint64 { return mix(key) }

func combine(h, v uint64) uint64 { return mix(bits.RotateLeft64(h, 23) ^ v) }

func hashColumn(v *Vector, sel Sel, out []uint64, first bool) {
	put := func(row int32, h uint64) {
		if first {
			out[row] = mix(h)
		} else {
			out[row] = combine(out[row], h)
		}
	}
	switch {
	case v.Type.ID() == types.IDNull:
		for _, r := range sel {
			put(r, nullHash)
		}
		return
	case v.Form == Constant:
		h := uint64(nullHash)
		if !v.IsNull(0) {
			h = HashValue(v, 0)
		}
		for _, r := range sel {
			put(r, h)
		}
		return
	case v.Form == Dictionary:
		dict := v.Children[0]
		if dict.Len > len(sel) { // hashing rows costs less than hashing entries
			for _, r := range sel {
				if v.Valid != nil && !v.Valid.Get(int(r)) {
					put(r, nullHash)
				} else {
					put(r, HashValue(dict, int(v.Codes[r])))
				}
			}
			return
		}
		hs := make([]uint64, dict.Len)
		for i := range hs {
			hs[i] = HashValue(dict, i)
		}
		for _, r := range sel {
			if v.Valid != nil && !v.Valid.Get(int(r)) {
				put(r, nullHash)
			} else {
				put(r, hs[v.Codes[r]])
			}
		}
		return
	}
	switch v.Type.ID() {
	case types.IDLong, types.IDTimestamp, types.IDTimestampNTZ, types.IDTime, types.IDDayTimeInterval:
		hashFixed(v, Values[uint64](v), sel, put)
	case types.IDInteger, types.IDDate, types.IDYearMonthInterval:
		hashFixed(v, Values[uint32](v), sel, put)
	default:
		for _, r := range sel {
			if v.IsNull(int(r)) {
				put(r, nullHash)
			} else {
				put(r, HashValue(v, int(r)))
			}
		}
	}
}

func hashFixed[T uint32 | uint64](v *Vector, data []T, sel Sel, put func(int32, uint64)) {
	for _, r := range sel {
		if v.Valid != nil && !v.Valid.Get(int(r)) {
			put(r, nullHash)
		} else {
			put(r, uint64(data[r]))
		}
	}
}

// HashValue hashes one value that is not null; v may have any Form.
func HashValue(v *Vector, row int) uint64 {
	b, i := v.Base(), v.Slot(row)
	switch v.Type.ID() {
	case types.IDBoolean, types.IDByte:
		return uint64(b.Data[i])
	case types.IDShort:
		return uint64(Values[uint16](b)[i])
	case types.IDInteger, types.IDDate, types.IDYearMonthInterval:
		return uint64(Values[uint32](b)[i])
	case types.IDLong, types.IDTimestamp, types.IDTimestampNTZ, types.IDTime, types.IDDayTimeInterval:
		return Values[uint64](b)[i]
	case types.IDFloat:
		return uint64(math.Float32bits(normal32(Values[float32](b)[i])))
	case types.IDDouble:
		return math.Float64bits(normal64(Values[float64](b)[i]))
	case types.IDDecimal, types.IDCalendarInterval:
		p := Values[[2]uint64](b)[i]
		return combine(mix(p[0]), p[1])
	case types.IDString, types.IDChar, types.IDVarchar, types.IDBinary, types.IDGeometry, types.IDGeography:
		return hashBytes(Values[View](b)[i].Bytes())
	case types.IDArray, types.IDMap:
		s := Values[Span](b)[i]
		h := uint64(s.Size)
		for k := s.Offset; k < s.Offset+s.Size; k++ {
			for _, c := range b.Children {
				h = combine(h, hashNullable(c, int(k)))
			}
		}
		return h
	}
	h := uint64(0)
	for _, c := range b.Children {
		h = combine(h, hashNullable(c, i))
	}
	return h
}

func hashNullable(v *Vector, i int) uint64 {
	if v.IsNull(i) {
		return nullHash
	}
	return mix(HashValue(v, i))
}

func normal64(f float64) float64 {
	if f == 0 {
		return 0
	}
	if f != f {
		return math.NaN()
	}
	return f
}

func normal32(f float32) float32 {
	if f == 0 {
		return 0
	}
	if f != f {
		return float32(math.NaN())
	}
	return f
}

func hashBytes(b []byte) uint64 {
	h := uint64(len(b))
	for len(b) >= 8 {
		h = combine(h, le64(b))
		b = b[8:]
	}
	if len(b) > 0 {
		var tail uint64
		for i, c := range b {
			tail |= uint64(c) << (8 * i)
		}
		h = combine(h, tail)
	}
	return h
}

func le64(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// EqualRows tells whether row i of a equals row j of b; both have the same type, in any Form. Nulls are equal to nulls and to
// nothing else; doubles compare as Spark's grouping does (NaN = NaN, -0.0 = 0.0).
func EqualRows(a *Vector, i int, b *Vector, j int) bool {
	an, bn := a.IsNull(i), b.IsNull(j)
	if an || bn {
		return an && bn
	}
	return EqualValues(a, i, b, j)
}

// EqualValues is EqualRows for two values known not to be null.
func EqualValues(a *Vector, i int, b *Vector, j int) bool {
	i, j = a.Slot(i), b.Slot(j)
	a, b = a.Base(), b.Base()
	switch a.Type.ID() {
	case types.IDBoolean, types.IDByte:
		return a.Data[i] == b.Data[j]
	case types.IDShort:
		return Values[uint16](a)[i] == Values[uint16](b)[j]
	case types.IDInteger, types.IDDate, types.IDYearMonthInterval:
		return Values[uint32](a)[i] == Values[uint32](b)[j]
	case types.IDLong, types.IDTimestamp, types.IDTimestampNTZ, types.IDTime, types.IDDayTimeInterval:
		return Values[uint64](a)[i] == Values[uint64](b)[j]
	case types.IDFloat:
		x, y := Values[float32](a)[i], Values[float32](b)[j]
		return x == y || x != x && y != y
	case types.IDDouble:
		x, y := Values[float64](a)[i], Values[float64](b)[j]
		return x == y || x != x && y != y
	case types.IDDecimal, types.IDCalendarInterval:
		return Values[[2]uint64](a)[i] == Values[[2]uint64](b)[j]
	case types.IDString, types.IDChar, types.IDVarchar, types.IDBinary, types.IDGeometry, types.IDGeography:
		return EqualView(&Values[View](a)[i], &Values[View](b)[j])
	case types.IDArray, types.IDMap:
		s, t := Values[Span](a)[i], Values[Span](b)[j]
		if s.Size != t.Size {
			return false
		}
		for k := range int(s.Size) {
			for c := range a.Children {
				if !EqualRows(a.Children[c], int(s.Offset)+k, b.Children[c], int(t.Offset)+k) {
					return false
				}
			}
		}
		return true
	case types.IDNull:
		return true
	}
	for c := range a.Children {
		if !EqualRows(a.Children[c], i, b.Children[c], j) {
			return false
		}
	}
	return true
}
