package vec

import "github.com/flintlake/flintlake/dataframe/types"

// IsFixedKey tells whether values of t are compared by their bits and fit into 64.
func IsFixedKey(t types.DataType) bool {
	switch t.ID() {
	case types.IDBoolean, types.IDByte, types.IDShort, types.IDInteger, types.IDLong, types.IDDate, types.IDTimestamp,
		types.IDTimestampNTZ, types.IDTime, types.IDYearMonthInterval, types.IDDayTimeInterval:
		return true
	}
	return false
}

// FixedKeys reads the rows in sel of a fixed key column into out[row]; what stands at null rows is unspecified.
func FixedKeys(v *Vector, sel Sel, out []uint64) {
	switch Width(v.Type) {
	case 8:
		widen(v, Values[uint64](v.Base()), sel, out)
	case 4:
		widen(v, Values[uint32](v.Base()), sel, out)
	case 2:
		widen(v, Values[uint16](v.Base()), sel, out)
	case 1:
		widen(v, Values[uint8](v.Base()), sel, out)
	}
}

func widen[T uint8 | uint16 | uint32 | uint64](v *Vector, data []T, sel Sel, out []uint64) {
	switch v.Form {
	case Constant:
		for _, r := range sel {
			out[r] = uint64(data[0])
		}
	case Dictionary:
		for _, r := range sel {
			if v.Valid == nil || v.Valid.Get(int(r)) {
				out[r] = uint64(data[v.Codes[r]])
			}
		}
	default:
		for _, r := range sel {
			out[r] = uint64(data[r])
		}
	}
}
