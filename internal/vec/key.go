package vec

import (
	"encoding/binary"
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
)

// AppendKey appends an encoding of row i in which two rows of one type are equal bytes exactly if Spark groups them together: null
// equals null, NaN equals NaN, -0.0 equals 0.0. It is for sets and maps of rows on rare types and small lists; joins and grouping
// have their own tables.
func AppendKey(dst []byte, v *Vector, i int) []byte {
	if v.IsNull(i) {
		return append(dst, 0)
	}
	dst = append(dst, 1)
	b, s := v.Base(), v.Slot(i)
	switch v.Type.ID() {
	case types.IDFloat:
		return binary.LittleEndian.AppendUint32(dst, math.Float32bits(normalFloat(Values[float32](b)[s])))
	case types.IDDouble:
		return binary.LittleEndian.AppendUint64(dst, math.Float64bits(normalFloat(Values[float64](b)[s])))
	case types.IDString, types.IDChar, types.IDVarchar, types.IDBinary, types.IDGeometry, types.IDGeography:
		t := Values[View](b)[s : s+1 : s+1]
		dst = binary.LittleEndian.AppendUint32(dst, uint32(t[0].Len()))
		return append(dst, t[0].Bytes()...)
	case types.IDArray, types.IDMap:
		span := Values[Span](b)[s]
		dst = binary.LittleEndian.AppendUint32(dst, uint32(span.Size))
		for j := span.Offset; j < span.Offset+span.Size; j++ {
			for _, c := range b.Children {
				dst = AppendKey(dst, c, int(j))
			}
		}
		return dst
	case types.IDStruct, types.IDVariant:
		for _, c := range b.Children {
			dst = AppendKey(dst, c, s)
		}
		return dst
	}
	w := Width(v.Type)
	return append(dst, b.Data[s*w:s*w+w]...)
}

// normalFloat has one zero and one NaN.
func normalFloat[T float32 | float64](f T) T {
	if f == 0 {
		return 0
	}
	if f != f {
		return T(math.NaN())
	}
	return f
}
