package cast

import (
	"math"
	"math/bits"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// microsOf is the length of a day-time interval's field.
func microsOf(f types.IntervalField) int64 {
	return [...]int64{86400_000_000, 3600_000_000, 60_000_000, 1_000_000}[f]
}

func monthsOf(f types.IntervalField) int64 {
	if f == types.YearField {
		return 12
	}
	return 1
}

// interval converts between ANSI intervals, and between them and exact numbers, which count the interval's last field.
func (k *caster) interval() (fn.Kernel, error) {
	switch f := k.from.(type) {
	case types.YearMonthIntervalType:
		if t, ok := k.to.(types.YearMonthIntervalType); ok {
			unit := int32(monthsOf(t.End))
			return fn.Map1(k.to, func(v int32) int32 { return v - v%unit }), nil
		}
		unit := int32(monthsOf(f.End))
		return k.intervalToNumber(fn.Map1(types.Long, func(v int32) int64 { return int64(v / unit) }), func(v int64) string {
			return types.YearMonthInterval{Months: int32(v) * unit, Type: f}.String()
		}, 0)
	case types.DayTimeIntervalType:
		if t, ok := k.to.(types.DayTimeIntervalType); ok {
			unit := microsOf(t.End)
			if t.End == types.SecondField {
				unit = 1
			}
			return fn.Map1(k.to, func(v int64) int64 { return v - v%unit }), nil
		}
		return k.dayTimeToNumber(f)
	}
	return k.numberToInterval()
}

// intervalToNumber narrows whole units.
func (k *caster) intervalToNumber(units fn.Kernel, show func(int64) string, scale int) (fn.Kernel, error) {
	var narrowed fn.Kernel
	switch k.to.ID() {
	case types.IDByte:
		narrowed = narrowShown[int8](k, show)
	case types.IDShort:
		narrowed = narrowShown[int16](k, show)
	case types.IDInteger:
		narrowed = narrowShown[int32](k, show)
	case types.IDLong:
		narrowed = narrowShown[int64](k, show)
	case types.IDDecimal:
		narrowed = fn.Try1(k.to, func(v int64) (types.Int128, bool, error) { return k.decimal(types.Int128Of(v), scale) })
	default:
		return nil, k.impossible()
	}
	return then(units, narrowed), nil
}

func narrowShown[T integer](k *caster, show func(int64) string) fn.Kernel {
	return fn.Try1(k.to, func(v int64) (T, bool, error) {
		if int64(T(v)) == v {
			return T(v), true, nil
		}
		return 0, false, k.overflow(show(v))
	})
}

func (k *caster) dayTimeToNumber(f types.DayTimeIntervalType) (fn.Kernel, error) {
	unit := microsOf(f.End)
	if k.to.ID() == types.IDDecimal && f.End == types.SecondField {
		return k.intervalToNumber(fn.Map1(types.Long, func(v int64) int64 { return v }), nil, 6)
	}
	if k.to.ID() == types.IDDecimal {
		return k.intervalToNumber(fn.Map1(types.Long, func(v int64) int64 { return v / unit }), nil, 0)
	}
	narrow := func(v int64) (int64, string) { return v / unit, types.DayTimeInterval{Micros: v, Type: f}.String() }
	switch k.to.ID() {
	case types.IDByte:
		return unitsOf[int8](k, narrow), nil
	case types.IDShort:
		return unitsOf[int16](k, narrow), nil
	case types.IDInteger:
		return unitsOf[int32](k, narrow), nil
	case types.IDLong:
		return unitsOf[int64](k, narrow), nil
	}
	return nil, k.impossible()
}

func unitsOf[T integer](k *caster, units func(int64) (int64, string)) fn.Kernel {
	return fn.Try1(k.to, func(v int64) (T, bool, error) {
		n, text := units(v)
		if int64(T(n)) == n {
			return T(n), true, nil
		}
		return 0, false, k.overflow(text)
	})
}

// then runs two kernels one after the other.
func then(first, second fn.Kernel) fn.Kernel {
	return func(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		v, err := first(c, args, sel, n)
		if err != nil {
			return nil, err
		}
		return second(c, []*vec.Vector{v}, sel, n)
	}
}

func (k *caster) numberToInterval() (fn.Kernel, error) {
	switch k.from.ID() {
	case types.IDByte:
		return integerToInterval[int8](k)
	case types.IDShort:
		return integerToInterval[int16](k)
	case types.IDInteger:
		return integerToInterval[int32](k)
	case types.IDLong:
		return integerToInterval[int64](k)
	case types.IDDecimal:
		return k.decimalToInterval()
	}
	return nil, k.impossible()
}

func integerToInterval[T integer](k *caster) (fn.Kernel, error) {
	switch t := k.to.(type) {
	case types.YearMonthIntervalType:
		unit := monthsOf(t.End)
		return fn.Try1(k.to, func(v T) (int32, bool, error) {
			r, ok := multiply(int64(v), unit)
			if !ok || int64(int32(r)) != r {
				return 0, false, k.overflow(literal(v))
			}
			return int32(r), true, nil
		}), nil
	case types.DayTimeIntervalType:
		unit := microsOf(t.End)
		return fn.Try1(k.to, func(v T) (int64, bool, error) {
			r, ok := multiply(int64(v), unit)
			if !ok {
				return 0, false, k.overflow(literal(v))
			}
			return r, true, nil
		}), nil
	}
	return nil, k.impossible()
}

// multiply is a*b; ok is false on overflow. b is positive.
func multiply(a, b int64) (int64, bool) {
	m := uint64(a)
	if a < 0 {
		m = -m
	}
	hi, lo := bits.Mul64(m, uint64(b))
	if a < 0 {
		return -int64(lo), hi == 0 && lo <= 1<<63
	}
	return int64(lo), hi == 0 && lo <= math.MaxInt64
}

func (k *caster) decimalToInterval() (fn.Kernel, error) {
	scale := k.from.(types.DecimalType).Scale
	fail := func(v types.Int128) error {
		return k.overflow(string(append(types.AppendDecimal(nil, v, scale), "BD"...)))
	}
	switch t := k.to.(type) {
	case types.YearMonthIntervalType:
		unit := monthsOf(t.End)
		return fn.Try1(k.to, func(v types.Int128) (int32, bool, error) {
			whole, ok := v.Rescale(scale, 0)
			n, fits := whole.Int64()
			r, small := multiply(n, unit)
			if !ok || !fits || !small || int64(int32(r)) != r {
				return 0, false, fail(v)
			}
			return int32(r), true, nil
		}), nil
	case types.DayTimeIntervalType:
		unit, to := microsOf(t.End), 0
		if t.End == types.SecondField {
			unit, to = 1, 6
		}
		return fn.Try1(k.to, func(v types.Int128) (int64, bool, error) {
			whole, ok := v.Rescale(scale, to)
			n, fits := whole.Int64()
			r, small := multiply(n, unit)
			if !ok || !fits || !small {
				return 0, false, fail(v)
			}
			return r, true, nil
		}), nil
	}
	return nil, k.impossible()
}
