package log

import (
	"bytes"
	"cmp"
	"math"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
)

// compareValues orders two Go values of type t as Spark does; ok is false when one is unknown or t has no order that
// statistics follow.
func compareValues(a, b any, t types.DataType) (order int, ok bool) {
	switch a := a.(type) {
	case int8:
		return compareAs(a, b)
	case int16:
		return compareAs(a, b)
	case int32:
		return compareAs(a, b)
	case int64:
		return compareAs(a, b)
	case float32:
		if b, same := b.(float32); same {
			return compareFloats(float64(a), float64(b)), true
		}
	case float64:
		if b, same := b.(float64); same {
			return compareFloats(a, b), true
		}
	case string:
		if b, same := b.(string); same && isBinaryText(t) {
			return strings.Compare(a, b), true
		}
	case []byte:
		if b, same := b.([]byte); same {
			return bytes.Compare(a, b), true
		}
	case bool:
		if b, same := b.(bool); same {
			return boolOrder(a) - boolOrder(b), true
		}
	case types.Decimal:
		if b, same := b.(types.Decimal); same {
			return types.CmpDecimal(a.Unscaled, a.Scale, b.Unscaled, b.Scale), true
		}
	}
	return 0, false
}

func compareAs[T cmp.Ordered](a T, b any) (int, bool) {
	c, ok := b.(T)
	return cmp.Compare(a, c), ok
}

// compareFloats: NaN is equal to itself and above everything, and both zeros are equal.
func compareFloats(a, b float64) int {
	switch {
	case math.IsNaN(a) && math.IsNaN(b):
		return 0
	case math.IsNaN(a):
		return 1
	case math.IsNaN(b):
		return -1
	}
	return cmp.Compare(a, b)
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
}

// keepsOrder tells whether a cast never swaps two values, so that it maps bounds to bounds.
func keepsOrder(from, to types.DataType) bool {
	f, t := from.ID(), to.ID()
	switch {
	case f == t && f != types.IDDecimal && f != types.IDString:
		return true
	case isIntegral(from):
		return isIntegral(to) && t > f || t == types.IDFloat || t == types.IDDouble || t == types.IDDecimal
	case f == types.IDFloat:
		return t == types.IDDouble
	case f == types.IDDecimal:
		return t == types.IDDecimal || t == types.IDDouble
	case f == types.IDDate:
		return t == types.IDTimestampNTZ
	case f == types.IDVarchar || f == types.IDChar || f == types.IDString:
		return t == types.IDString && isBinaryText(from) && isBinaryText(to)
	}
	return false
}

// castBound casts a bound under keepsOrder; what does not fit is unknown.
func castBound(v any, from, to types.DataType) any {
	if v == nil || from.ID() == to.ID() && from.ID() != types.IDDecimal {
		return v
	}
	switch x := v.(type) {
	case string:
		return x
	case float32:
		return float64(x)
	case types.Decimal:
		return castDecimal(x, to)
	}
	n, ok := asInt64(v)
	if !ok {
		return nil
	}
	switch t := to.(type) {
	case types.ShortType:
		return int16(n)
	case types.IntegerType:
		return int32(n)
	case types.LongType:
		return n
	case types.FloatType:
		return float32(n)
	case types.DoubleType:
		return float64(n)
	case types.TimestampNTZType:
		return n * dayMicros
	case types.DecimalType:
		return castDecimal(types.Decimal{Unscaled: types.Int128Of(n), Precision: 19}, t)
	}
	return nil
}

func castDecimal(d types.Decimal, to types.DataType) any {
	t, ok := to.(types.DecimalType)
	if !ok {
		return d.Float64()
	}
	v, fits := d.Unscaled.RescaleFits(d.Scale, t.Scale, t.Precision)
	if !fits {
		return nil
	}
	return types.Decimal{Unscaled: v, Precision: t.Precision, Scale: t.Scale}
}

func asInt64(v any) (int64, bool) {
	switch v := v.(type) {
	case int8:
		return int64(v), true
	case int16:
		return int64(v), true
	case int32:
		return int64(v), true
	case int64:
		return v, true
	}
	return 0, false
}
