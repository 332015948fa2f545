package parquetio

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// randomVector makes n rows of type t in a random form. nulls is the share of nulls.
func randomVector(r *rand.Rand, a *vec.Arena, t types.DataType, n int, nulls float64, forms bool) *vec.Vector {
	form := vec.Flat
	if forms {
		form = vec.Form(r.IntN(3))
	}
	switch t.(type) {
	case types.ArrayType, types.MapType, types.StructType, types.VariantType:
		if form == vec.Dictionary {
			form = vec.Flat
		}
	}
	v := &vec.Vector{Type: t, Form: form, Len: n}
	switch form {
	case vec.Constant:
		c := randomVector(r, a, t, 1, nulls, false)
		v.Data, v.Valid, v.Children = c.Data, c.Valid, c.Children
		return v
	case vec.Dictionary:
		d := randomVector(r, a, t, 1+r.IntN(20), 0, false)
		v.Children = []*vec.Vector{d}
		v.Codes = vec.AllocOf[uint32](a, n)
		for i := range v.Codes {
			v.Codes[i] = uint32(r.IntN(d.Len))
		}
		v.Valid = randomValid(r, a, n, nulls)
		return v
	}
	v.Valid = randomValid(r, a, n, nulls)
	v.Data = a.Zeroed(n * vec.Width(t))
	few := r.IntN(2) == 0 // few distinct values: dictionaries pay
	num := func() int64 {
		if few {
			return int64(r.IntN(9) - 4)
		}
		return int64(r.Uint64()) >> r.IntN(64)
	}
	switch t := t.(type) {
	case types.BooleanType:
		fill(v, func() byte { return byte(r.IntN(2)) })
	case types.ByteType:
		fill(v, func() int8 { return int8(num()) })
	case types.ShortType:
		fill(v, func() int16 { return int16(num()) })
	case types.IntegerType, types.DateType, types.YearMonthIntervalType:
		fill(v, func() int32 { return int32(num()) })
	case types.LongType, types.TimestampType, types.TimestampNTZType, types.DayTimeIntervalType:
		fill(v, num)
	case types.TimeType:
		fill(v, func() int64 { return r.Int64N(86_400_000_000) * 1000 })
	case types.FloatType:
		fill(v, func() float32 {
			if r.IntN(50) == 0 {
				return float32(math.NaN())
			}
			return float32(num())
		})
	case types.DoubleType:
		fill(v, func() float64 { return float64(num()) / 8 })
	case types.DecimalType:
		limit := types.Pow10(t.Precision)
		fill(v, func() types.Int128 {
			x := types.Int128{Lo: r.Uint64(), Hi: int64(r.Uint64()) >> r.IntN(64)}
			if few {
				x = types.Int128Of(num())
			}
			_, x = x.QuoRem(limit)
			return x
		})
	case types.StringType, types.BinaryType:
		fill(v, func() vec.View {
			if few {
				return a.ViewString(strings.Repeat("v", r.IntN(20)))
			}
			b := make([]byte, r.IntN(30)*r.IntN(2)+r.IntN(3))
			for i := range b {
				b[i] = byte('a' + r.IntN(26))
			}
			return a.View(b)
		})
	case types.StructType:
		for _, f := range t.Fields {
			share := nulls
			if !f.Nullable {
				share = 0
			}
			v.Children = append(v.Children, randomVector(r, a, f.Type, n, share, forms))
		}
	case types.VariantType:
		v.Children = []*vec.Vector{randomVector(r, a, types.Binary, n, 0, forms), randomVector(r, a, types.Binary, n, 0, forms)}
	case types.ArrayType:
		total := randomSpans(r, v)
		v.Children = []*vec.Vector{randomVector(r, a, t.Element, total, orZero(nulls, t.ContainsNull), forms)}
	case types.MapType:
		total := randomSpans(r, v)
		v.Children = []*vec.Vector{randomVector(r, a, t.Key, total, 0, forms), randomVector(r, a, t.Value, total, orZero(nulls, t.ValueContainsNull), forms)}
	default:
		panic(fmt.Sprint("no random ", t.SQL()))
	}
	return v
}

func orZero(share float64, nullable bool) float64 {
	if nullable {
		return share
	}
	return 0
}

func fill[T any](v *vec.Vector, f func() T) {
	for i := range vec.Values[T](v) {
		vec.Values[T](v)[i] = f()
	}
}

func randomValid(r *rand.Rand, a *vec.Arena, n int, nulls float64) vec.Bitmap {
	if nulls == 0 {
		return nil
	}
	b := vec.Bitmap(a.Zeroed(vec.BitmapBytes(n)))
	for i := range n {
		if r.Float64() >= nulls {
			b.Set(i)
		}
	}
	return b
}

// randomSpans fills lists with gaps between them, and tells how many elements there must be.
func randomSpans(r *rand.Rand, v *vec.Vector) int {
	at := int32(0)
	for i := range vec.Values[vec.Span](v) {
		at += int32(r.IntN(2))
		s := vec.Span{Offset: at, Size: int32(r.IntN(4))}
		vec.Values[vec.Span](v)[i] = s
		at += s.Size
	}
	return int(at) + 1
}

// cell is row i as a Go value that fmt prints without ambiguity.
func cell(v *vec.Vector, i int) any {
	if v.IsNull(i) {
		return nil
	}
	s := v.Slot(i)
	base := v.Base()
	switch t := v.Type.(type) {
	case types.StructType, types.VariantType:
		if v.Form == vec.Constant {
			i = 0
		}
		var l []any
		for _, c := range v.Children {
			l = append(l, cell(c, i))
		}
		return l
	case types.ArrayType, types.MapType:
		span := vec.Values[vec.Span](base)[s]
		l := []any{}
		for k := span.Offset; k < span.Offset+span.Size; k++ {
			l = append(l, cell(v.Children[0], int(k)))
			if len(v.Children) > 1 {
				l = append(l, cell(v.Children[1], int(k)))
			}
		}
		return l
	case types.FloatType:
		return math.Float32bits(vec.Values[float32](base)[s])
	case types.DoubleType:
		return math.Float64bits(vec.Values[float64](base)[s])
	case types.DecimalType:
		return vec.Values[types.Int128](base)[s]
	case types.StringType, types.BinaryType, types.GeometryType, types.GeographyType, types.CharType, types.VarcharType:
		return string(vec.Values[vec.View](base)[s].Bytes())
	default:
		switch vec.Width(t) {
		case 1:
			return int64(vec.Values[int8](base)[s])
		case 2:
			return int64(vec.Values[int16](base)[s])
		case 4:
			return int64(vec.Values[int32](base)[s])
		}
		return vec.Values[int64](base)[s]
	}
}

func fieldOf(name string, t types.DataType, nullable bool) types.StructField {
	return types.StructField{Name: name, Type: t, Nullable: nullable}
}

// allTypes is a schema with every type that Parquet can hold, flat and nested.
func allTypes() types.StructType {
	flat := []types.DataType{types.Boolean, types.Byte, types.Short, types.Integer, types.Long, types.Float, types.Double, types.Date, types.Timestamp,
		types.TimestampNTZ, types.TimeType{Precision: 6}, types.String, types.Binary, types.DecimalType{Precision: 9, Scale: 2}, types.DecimalType{Precision: 18, Scale: 4},
		types.DecimalType{Precision: 38, Scale: 10}, types.DecimalType{Precision: 20}, types.YearMonthIntervalType{Start: types.YearField, End: types.MonthField},
		types.DayTimeIntervalType{Start: types.DayField, End: types.SecondField}}
	var s types.StructType
	for i, t := range flat {
		s.Fields = append(s.Fields, fieldOf(fmt.Sprint("c", i), t, true), fieldOf(fmt.Sprint("r", i), t, false))
	}
	inner := types.StructType{Fields: []types.StructField{fieldOf("a", types.Integer, true), fieldOf("b", types.String, false),
		fieldOf("c", types.ArrayType{Element: types.Double, ContainsNull: true}, true)}}
	nested := []types.DataType{inner,
		types.ArrayType{Element: types.String, ContainsNull: true}, types.ArrayType{Element: types.Long, ContainsNull: false},
		types.ArrayType{Element: types.ArrayType{Element: inner, ContainsNull: true}, ContainsNull: true},
		types.MapType{Key: types.String, Value: types.DecimalType{Precision: 12, Scale: 3}, ValueContainsNull: true},
		types.MapType{Key: types.Integer, Value: types.ArrayType{Element: inner, ContainsNull: false}, ValueContainsNull: false},
		types.Variant,
		types.StructType{Fields: []types.StructField{fieldOf("x", inner, true), fieldOf("m", types.MapType{Key: types.Date, Value: types.Boolean, ValueContainsNull: true}, true)}},
	}
	for i, t := range nested {
		s.Fields = append(s.Fields, fieldOf(fmt.Sprint("n", i), t, true), fieldOf(fmt.Sprint("q", i), t, false))
	}
	return s
}

func textCell(v *vec.Vector, i int) string { return fmt.Sprint(cell(v, i)) }
