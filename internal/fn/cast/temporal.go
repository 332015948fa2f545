package cast

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

const microsPerSecond = 1_000_000

// temporal converts among dates, timestamps, times and numbers.
func (k *caster) temporal() (fn.Kernel, error) {
	switch k.from.ID() {
	case types.IDDate:
		return k.fromDate()
	case types.IDTimestamp:
		return k.fromTimestamp()
	case types.IDTimestampNTZ:
		return k.fromNTZ()
	case types.IDTime:
		return k.fromTime()
	}
	if k.to.ID() == types.IDTimestamp {
		return k.numberToTimestamp()
	}
	return nil, k.impossible()
}

// DateToTimestamp is the start of a day in a zone; ok is false when it does not fit.
func DateToTimestamp(days int32, zone *datetime.Zone) (int64, bool) {
	micros, ok := datetime.Join(int64(days), 0)
	if !ok {
		return 0, false
	}
	return zone.ToInstant(micros)
}

// TimestampToDate is the day of a timestamp in a zone.
func TimestampToDate(micros int64, zone *datetime.Zone) int32 {
	days, _ := datetime.Split(zone.ToLocal(micros))
	return int32(days)
}

func (k *caster) fromDate() (fn.Kernel, error) {
	switch k.to.ID() {
	case types.IDTimestamp:
		return fn.Try1(k.to, func(d int32) (int64, bool, error) {
			micros, ok := DateToTimestamp(d, k.zone)
			return micros, ok, k.range64(ok)
		}), nil
	case types.IDTimestampNTZ:
		return fn.Try1(k.to, func(d int32) (int64, bool, error) {
			micros, ok := datetime.Join(int64(d), 0)
			return micros, ok, k.range64(ok)
		}), nil
	}
	return k.nulls, nil // LEGACY: a date is no number and no truth
}

func (k *caster) range64(ok bool) error {
	if ok || k.mode == expr.Try {
		return nil
	}
	return sparkerr.New("DATETIME_OVERFLOW", "operation", "long overflow")
}

func (k *caster) fromTimestamp() (fn.Kernel, error) {
	switch k.to.ID() {
	case types.IDDate:
		return fn.Map1(k.to, func(v int64) int32 { return TimestampToDate(v, k.zone) }), nil
	case types.IDTimestampNTZ:
		return fn.Map1(k.to, k.zone.ToLocal), nil
	case types.IDBoolean:
		return fn.Map1(k.to, func(v int64) bool { return v != 0 }), nil
	case types.IDByte:
		return secondsTo[int8](k), nil
	case types.IDShort:
		return secondsTo[int16](k), nil
	case types.IDInteger:
		return secondsTo[int32](k), nil
	case types.IDLong:
		return fn.Map1(k.to, func(v int64) int64 { return datetime.FloorDiv(v, microsPerSecond) }), nil
	case types.IDFloat:
		return fn.Map1(k.to, func(v int64) float32 { return float32(float64(v) / microsPerSecond) }), nil
	case types.IDDouble:
		return fn.Map1(k.to, func(v int64) float64 { return float64(v) / microsPerSecond }), nil
	case types.IDDecimal:
		return fn.Try1(k.to, func(v int64) (types.Int128, bool, error) { return k.decimal(types.Int128Of(v), 6) }), nil
	}
	return nil, k.impossible()
}

func secondsTo[T integer](k *caster) fn.Kernel {
	return fn.Try1(k.to, func(v int64) (T, bool, error) {
		s := datetime.FloorDiv(v, microsPerSecond)
		if int64(T(s)) == s || k.mode == expr.Legacy {
			return T(s), true, nil
		}
		return 0, false, k.overflow(timestampLiteral(v, k.zone))
	})
}

func (k *caster) fromNTZ() (fn.Kernel, error) {
	switch k.to.ID() {
	case types.IDDate:
		return fn.Map1(k.to, func(v int64) int32 { days, _ := datetime.Split(v); return int32(days) }), nil
	case types.IDTimestamp:
		return fn.Try1(k.to, func(v int64) (int64, bool, error) {
			micros, ok := k.zone.ToInstant(v)
			return micros, ok, k.range64(ok)
		}), nil
	case types.IDTime:
		t := k.to.(types.TimeType)
		return fn.Map1(k.to, func(v int64) int64 {
			_, ofDay := datetime.Split(v)
			return truncateTime(ofDay*1000, t.Precision)
		}), nil
	}
	return nil, k.impossible()
}

// truncateTime drops fraction digits past a precision.
func truncateTime(nanos int64, precision int) int64 {
	unit := int64(math.Pow10(9 - precision))
	return nanos - nanos%unit
}

func (k *caster) fromTime() (fn.Kernel, error) {
	const nanosPerSecond = 1_000_000_000
	switch t := k.to.(type) {
	case types.TimeType:
		return fn.Map1(k.to, func(v int64) int64 { return truncateTime(v, t.Precision) }), nil
	case types.DecimalType:
		return fn.Try1(k.to, func(v int64) (types.Int128, bool, error) { return k.decimal(types.Int128Of(v), 9) }), nil
	case types.ByteType:
		return timeTo[int8](k), nil
	case types.ShortType:
		return timeTo[int16](k), nil
	case types.IntegerType:
		return fn.Map1(k.to, func(v int64) int32 { return int32(v / nanosPerSecond) }), nil
	case types.LongType:
		return fn.Map1(k.to, func(v int64) int64 { return v / nanosPerSecond }), nil
	}
	return nil, k.impossible()
}

func timeTo[T integer](k *caster) fn.Kernel {
	return fn.Try1(k.to, func(v int64) (T, bool, error) {
		s := v / 1_000_000_000
		if int64(T(s)) == s || k.mode == expr.Legacy {
			return T(s), true, nil
		}
		return 0, false, k.overflow("TIME '" + string(datetime.AppendTime(nil, v)) + "'")
	})
}

// numberToTimestamp takes a number as seconds since the epoch.
func (k *caster) numberToTimestamp() (fn.Kernel, error) {
	switch k.from.ID() {
	case types.IDBoolean:
		return fn.Map1(k.to, func(v bool) int64 {
			if v {
				return 1
			}
			return 0
		}), nil
	case types.IDByte:
		return fn.Map1(k.to, func(v int8) int64 { return int64(v) * microsPerSecond }), nil
	case types.IDShort:
		return fn.Map1(k.to, func(v int16) int64 { return int64(v) * microsPerSecond }), nil
	case types.IDInteger:
		return fn.Map1(k.to, func(v int32) int64 { return int64(v) * microsPerSecond }), nil
	case types.IDLong:
		return fn.Map1(k.to, SecondsToMicros), nil
	case types.IDFloat:
		return fn.Try1(k.to, func(v float32) (int64, bool, error) { return k.doubleToTimestamp(float64(v)) }), nil
	case types.IDDouble:
		return fn.Try1(k.to, k.doubleToTimestamp), nil
	case types.IDDecimal:
		scale := k.from.(types.DecimalType).Scale
		return fn.Map1(k.to, func(v types.Int128) int64 {
			micros, ok := v.RescaleTo(scale, 6, types.Down)
			if !ok {
				return 0
			}
			return int64(micros.Lo)
		}), nil
	}
	return nil, k.impossible()
}

// SecondsToMicros saturates, as Java's TimeUnit does.
func SecondsToMicros(v int64) int64 {
	r, ok := multiply(v, microsPerSecond)
	switch {
	case ok:
		return r
	case v < 0:
		return math.MinInt64
	}
	return math.MaxInt64
}

func (k *caster) doubleToTimestamp(v float64) (int64, bool, error) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		if k.mode != expr.ANSI {
			return 0, false, nil
		}
		return 0, false, sparkerr.New("CAST_INVALID_INPUT", "expression", FloatText(v, 64), "sourceType", quoted(types.Double), "targetType", quoted(k.to), "ansiConfig", `"spark.sql.ansi.enabled"`)
	}
	micros := v * microsPerSecond
	if r, ok := truncate[int64](micros); ok || k.mode == expr.Legacy {
		if !ok {
			r = Saturate(micros, math.MinInt64, math.MaxInt64)
		}
		return r, true, nil
	}
	if k.mode == expr.Try {
		return 0, false, nil
	}
	text := FloatText(micros, 64)
	if !math.IsInf(micros, 0) {
		text += "D"
	}
	return 0, false, sparkerr.New("CAST_OVERFLOW", "value", text, "sourceType", quoted(types.Double), "targetType", quoted(types.Long), "ansiConfig", `"spark.sql.ansi.enabled"`)
}
