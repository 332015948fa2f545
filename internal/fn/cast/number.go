package cast

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

type integer interface{ int8 | int16 | int32 | int64 }
type float interface{ float32 | float64 }

// number converts among booleans, integers, floats and decimals.
func (k *caster) number() (fn.Kernel, error) {
	switch k.from.ID() {
	case types.IDBoolean:
		return k.fromBool()
	case types.IDByte:
		return fromInteger[int8](k)
	case types.IDShort:
		return fromInteger[int16](k)
	case types.IDInteger:
		return fromInteger[int32](k)
	case types.IDLong:
		return fromInteger[int64](k)
	case types.IDFloat:
		return fromFloat[float32](k)
	case types.IDDouble:
		return fromFloat[float64](k)
	case types.IDDecimal:
		return k.fromDecimal()
	}
	return nil, k.impossible()
}

func (k *caster) impossible() error {
	return sparkerr.Internal("no kernel casts %s to %s", k.from.SimpleString(), k.to.SimpleString())
}

func (k *caster) fromBool() (fn.Kernel, error) {
	one := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	switch k.to.ID() {
	case types.IDByte:
		return fn.Map1(k.to, func(b bool) int8 { return int8(one(b)) }), nil
	case types.IDShort:
		return fn.Map1(k.to, func(b bool) int16 { return int16(one(b)) }), nil
	case types.IDInteger:
		return fn.Map1(k.to, func(b bool) int32 { return int32(one(b)) }), nil
	case types.IDLong:
		return fn.Map1(k.to, one), nil
	case types.IDFloat:
		return fn.Map1(k.to, func(b bool) float32 { return float32(one(b)) }), nil
	case types.IDDouble:
		return fn.Map1(k.to, func(b bool) float64 { return float64(one(b)) }), nil
	case types.IDDecimal:
		return fn.Try1(k.to, func(b bool) (types.Int128, bool, error) { return k.decimal(types.Int128Of(one(b)), 0) }), nil
	}
	return nil, k.impossible()
}

// literal is an integer as Spark writes it in errors: with the suffix of its type.
func literal[T integer](v T) string {
	s := strconv.FormatInt(int64(v), 10)
	switch any(v).(type) {
	case int8:
		return s + "Y"
	case int16:
		return s + "S"
	case int64:
		return s + "L"
	}
	return s
}

func fromInteger[T integer](k *caster) (fn.Kernel, error) {
	switch k.to.ID() {
	case types.IDBoolean:
		return fn.Map1(k.to, func(v T) bool { return v != 0 }), nil
	case types.IDByte:
		return narrow[T, int8](k), nil
	case types.IDShort:
		return narrow[T, int16](k), nil
	case types.IDInteger:
		return narrow[T, int32](k), nil
	case types.IDLong:
		return fn.Map1(k.to, func(v T) int64 { return int64(v) }), nil
	case types.IDFloat:
		return fn.Map1(k.to, func(v T) float32 { return float32(v) }), nil
	case types.IDDouble:
		return fn.Map1(k.to, func(v T) float64 { return float64(v) }), nil
	case types.IDDecimal:
		return fn.Try1(k.to, func(v T) (types.Int128, bool, error) { return k.decimal(types.Int128Of(int64(v)), 0) }), nil
	}
	return nil, k.impossible()
}

// narrow checks the range, except in LEGACY mode, which wraps around.
func narrow[F, T integer](k *caster) fn.Kernel {
	if k.mode == expr.Legacy {
		return fn.Map1(k.to, func(v F) T { return T(v) })
	}
	return fn.Try1(k.to, func(v F) (T, bool, error) {
		if r := T(v); int64(r) == int64(v) {
			return r, true, nil
		}
		return 0, false, k.overflow(literal(v))
	})
}

func fromFloat[F float](k *caster) (fn.Kernel, error) {
	switch k.to.ID() {
	case types.IDBoolean:
		return fn.Map1(k.to, func(v F) bool { return v != 0 }), nil
	case types.IDByte:
		return floatToInt[F, int8](k), nil
	case types.IDShort:
		return floatToInt[F, int16](k), nil
	case types.IDInteger:
		return floatToInt[F, int32](k), nil
	case types.IDLong:
		return floatToInt[F, int64](k), nil
	case types.IDFloat:
		return fn.Map1(k.to, func(v F) float32 { return float32(v) }), nil
	case types.IDDouble:
		return fn.Map1(k.to, func(v F) float64 { return float64(v) }), nil
	case types.IDDecimal:
		t := k.to.(types.DecimalType)
		return fn.Try1(k.to, func(v F) (types.Int128, bool, error) {
			f := float64(v)
			if math.IsNaN(f) || math.IsInf(f, 0) {
				if k.mode == expr.ANSI {
					return types.Int128{}, false, sparkerr.New("NUMERIC_VALUE_OUT_OF_RANGE.WITH_SUGGESTION",
						"value", FloatText(f, 64), "precision", strconv.Itoa(t.Precision), "scale", strconv.Itoa(t.Scale), "config", `"spark.sql.ansi.enabled"`)
				}
				return types.Int128{}, false, nil
			}
			return k.parsedDecimal(strconv.FormatFloat(f, 'f', -1, 64), t)
		}), nil
	}
	return nil, k.impossible()
}

// floatToInt cuts the fraction off. LEGACY saturates at the ends of INT or BIGINT, NaN becoming 0, and wraps to narrower types.
func floatToInt[F float, T integer](k *caster) fn.Kernel {
	var zero T
	_, isLong := any(zero).(int64)
	if k.mode == expr.Legacy {
		return fn.Map1(k.to, func(v F) T {
			if isLong {
				return T(Saturate(float64(v), math.MinInt64, math.MaxInt64))
			}
			return T(Saturate(float64(v), math.MinInt32, math.MaxInt32))
		})
	}
	bits := 64
	if k.from.ID() == types.IDFloat {
		bits = 32
	}
	suffix := "D"
	if bits == 32 {
		suffix = ""
	}
	return fn.Try1(k.to, func(v F) (T, bool, error) {
		if r, ok := truncate[T](float64(v)); ok {
			return r, true, nil
		}
		text := FloatText(float64(v), bits)
		if !math.IsNaN(float64(v)) && !math.IsInf(float64(v), 0) {
			text += suffix
		}
		return 0, false, k.overflow(text)
	})
}

// truncate gives the integral part when it fits, by Spark's rule: floor(v) <= max and ceil(v) >= min.
func truncate[T integer](v float64) (T, bool) {
	var t T
	lo, hi := -9223372036854775808.0, 9223372036854775807.0
	switch any(t).(type) {
	case int8:
		lo, hi = math.MinInt8, math.MaxInt8
	case int16:
		lo, hi = math.MinInt16, math.MaxInt16
	case int32:
		lo, hi = math.MinInt32, math.MaxInt32
	}
	if math.Floor(v) <= hi && math.Ceil(v) >= lo {
		return T(Saturate(v, int64(lo), maxOf[T]())), true
	}
	return 0, false
}

func maxOf[T integer]() int64 {
	var t T
	switch any(t).(type) {
	case int8:
		return math.MaxInt8
	case int16:
		return math.MaxInt16
	case int32:
		return math.MaxInt32
	}
	return math.MaxInt64
}

// Saturate is Java's (long) v bounded to lo and hi: NaN is 0.
func Saturate(v float64, lo, hi int64) int64 {
	switch {
	case math.IsNaN(v):
		return 0
	case v >= float64(hi):
		return hi
	case v <= float64(lo):
		return lo
	}
	return int64(v)
}

// decimal brings an unscaled value into the target type.
func (k *caster) decimal(v types.Int128, scale int) (types.Int128, bool, error) {
	t := k.to.(types.DecimalType)
	r, ok := v.RescaleFits(scale, t.Scale, t.Precision)
	if !ok && k.mode == expr.ANSI {
		return r, false, DecimalOverflow(string(types.AppendDecimal(nil, v, scale)), t)
	}
	return r, ok, nil
}

// DecimalOverflow is the error for a value with too many digits for a decimal type.
func DecimalOverflow(value string, t types.DecimalType) error {
	return sparkerr.New("NUMERIC_VALUE_OUT_OF_RANGE.WITH_SUGGESTION", "value", value,
		"precision", strconv.Itoa(t.Precision), "scale", strconv.Itoa(t.Scale), "config", `"spark.sql.ansi.enabled"`)
}

// parsedDecimal reads plain digits into the target type.
func (k *caster) parsedDecimal(text string, t types.DecimalType) (types.Int128, bool, error) {
	v, _, fits := types.ParseDecimal(text, t.Precision, t.Scale)
	if !fits && k.mode == expr.ANSI {
		return v, false, DecimalOverflow(text, t)
	}
	return v, fits, nil
}

func (k *caster) fromDecimal() (fn.Kernel, error) {
	scale := k.from.(types.DecimalType).Scale
	switch k.to.ID() {
	case types.IDBoolean:
		return fn.Map1(k.to, func(v types.Int128) bool { return !v.IsZero() }), nil
	case types.IDByte:
		return decimalToInt[int8](k, scale), nil
	case types.IDShort:
		return decimalToInt[int16](k, scale), nil
	case types.IDInteger:
		return decimalToInt[int32](k, scale), nil
	case types.IDLong:
		return decimalToInt[int64](k, scale), nil
	case types.IDFloat:
		return fn.Map1(k.to, func(v types.Int128) float32 { return v.Float32(scale) }), nil
	case types.IDDouble:
		return fn.Map1(k.to, func(v types.Int128) float64 { return v.Float64(scale) }), nil
	case types.IDDecimal:
		return fn.Try1(k.to, func(v types.Int128) (types.Int128, bool, error) { return k.decimal(v, scale) }), nil
	}
	return nil, k.impossible()
}

func decimalToInt[T integer](k *caster, scale int) fn.Kernel {
	return fn.Try1(k.to, func(v types.Int128) (T, bool, error) {
		whole, _ := v.RescaleTo(scale, 0, types.Down)
		n, ok := whole.Int64()
		if k.mode == expr.Legacy {
			return T(int64(whole.Lo)), true, nil
		}
		if ok && int64(T(n)) == n {
			return T(n), true, nil
		}
		return 0, false, k.overflow(string(append(types.AppendDecimal(nil, v, scale), "BD"...)))
	})
}

// toBinary is LEGACY's big-endian form of integers.
func (k *caster) toBinary() fn.Kernel {
	switch k.from.ID() {
	case types.IDByte:
		return fn.Text1(k.to, func(dst []byte, v int8) []byte { return append(dst, byte(v)) })
	case types.IDShort:
		return fn.Text1(k.to, func(dst []byte, v int16) []byte { return binary.BigEndian.AppendUint16(dst, uint16(v)) })
	case types.IDInteger:
		return fn.Text1(k.to, func(dst []byte, v int32) []byte { return binary.BigEndian.AppendUint32(dst, uint32(v)) })
	}
	return fn.Text1(k.to, func(dst []byte, v int64) []byte { return binary.BigEndian.AppendUint64(dst, uint64(v)) })
}
