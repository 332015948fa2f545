package vec

import (
	"bytes"
	"cmp"

	"github.com/flintlake/flintlake/dataframe/types"
)

// Comparer orders row i of a against row j of b: negative, zero, positive.
type Comparer func(a *Vector, i int, b *Vector, j int) int

// NewComparer is the order of Spark's ORDER BY ASC NULLS FIRST on a type: null before all, NaN after all and equal to itself, -0.0
// equal to 0.0, text by bytes, arrays and structs from left to right. Types without an order (map, variant, calendar interval) are
// compared for equality only: the result is zero or not.
func NewComparer(t types.DataType) Comparer {
	values := compareValues(t)
	return func(a *Vector, i int, b *Vector, j int) int {
		x, y := a.IsNull(i), b.IsNull(j)
		switch {
		case x && y:
			return 0
		case x:
			return -1
		case y:
			return 1
		}
		return values(a.Base(), a.Slot(i), b.Base(), b.Slot(j))
	}
}

func compareValues(t types.DataType) Comparer {
	switch t := t.(type) {
	case types.BooleanType:
		return ordered[uint8]
	case types.ByteType:
		return ordered[int8]
	case types.ShortType:
		return ordered[int16]
	case types.IntegerType, types.DateType, types.YearMonthIntervalType:
		return ordered[int32]
	case types.LongType, types.TimestampType, types.TimestampNTZType, types.TimeType, types.DayTimeIntervalType:
		return ordered[int64]
	case types.FloatType:
		return floats[float32]
	case types.DoubleType:
		return floats[float64]
	case types.DecimalType:
		return func(a *Vector, i int, b *Vector, j int) int {
			return Values[types.Int128](a)[i].Cmp(Values[types.Int128](b)[j])
		}
	case types.CalendarIntervalType:
		return func(a *Vector, i int, b *Vector, j int) int {
			x, y := Values[CalendarInterval](a)[i], Values[CalendarInterval](b)[j]
			return cmp.Or(cmp.Compare(x.Months, y.Months), cmp.Compare(x.Days, y.Days), cmp.Compare(x.Micros, y.Micros))
		}
	case types.ArrayType:
		return compareLists(NewComparer(t.Element))
	case types.MapType:
		return compareMaps(NewComparer(t.Key), NewComparer(t.Value))
	case types.StructType, types.VariantType:
		return compareFields(t)
	case types.NullType:
		return func(*Vector, int, *Vector, int) int { return 0 }
	}
	return func(a *Vector, i int, b *Vector, j int) int {
		return bytes.Compare(Values[View](a)[i].Bytes(), Values[View](b)[j].Bytes())
	}
}

func ordered[T cmp.Ordered](a *Vector, i int, b *Vector, j int) int {
	return cmp.Compare(Values[T](a)[i], Values[T](b)[j])
}

func floats[T float32 | float64](a *Vector, i int, b *Vector, j int) int {
	return CompareFloats(Values[T](a)[i], Values[T](b)[j])
}

// CompareFloats is Spark's order: NaN is greater than everything and equal to itself, -0.0 equals 0.0.
func CompareFloats[T float32 | float64](x, y T) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	case x == y:
		return 0
	}
	return -cmp.Compare(x, y) // cmp has NaN first
}

func compareLists(element Comparer) Comparer {
	return func(a *Vector, i int, b *Vector, j int) int {
		x, y := Values[Span](a)[i], Values[Span](b)[j]
		for k := range min(x.Size, y.Size) {
			if c := element(a.Children[0], int(x.Offset+k), b.Children[0], int(y.Offset+k)); c != 0 {
				return c
			}
		}
		return cmp.Compare(x.Size, y.Size)
	}
}

func compareMaps(key, value Comparer) Comparer {
	return func(a *Vector, i int, b *Vector, j int) int {
		x, y := Values[Span](a)[i], Values[Span](b)[j]
		if x.Size != y.Size {
			return cmp.Compare(x.Size, y.Size)
		}
		for k := range x.Size {
			found := false
			for l := range y.Size {
				if key(a.Children[0], int(x.Offset+k), b.Children[0], int(y.Offset+l)) == 0 {
					found = value(a.Children[1], int(x.Offset+k), b.Children[1], int(y.Offset+l)) == 0
					break
				}
			}
			if !found {
				return 1
			}
		}
		return 0
	}
}

func compareFields(t types.DataType) Comparer {
	var fields []Comparer
	for _, c := range childTypes(t) {
		fields = append(fields, NewComparer(c))
	}
	return func(a *Vector, i int, b *Vector, j int) int {
		for k, f := range fields {
			if c := f(a.Children[k], i, b.Children[k], j); c != 0 {
				return c
			}
		}
		return 0
	}
}
