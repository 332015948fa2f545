package fn

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
)

// ansi tells the coercion rules to use; a nil Env means the default, ANSI.
func (e *Env) ansi() bool { return e == nil || e.ANSI }

// CastMode is how implicit casts behave.
func (e *Env) CastMode() expr.CastMode {
	if e.ansi() {
		return expr.ANSI
	}
	return expr.Legacy
}

func (e *Env) zoneID() string {
	if e == nil {
		return "UTC"
	}
	return e.ZoneID
}

// CommonType is the type that values of all types are brought to in CASE, COALESCE, IN, ARRAY, UNION and the like (Spark's
// findWiderCommonType); ok is false when there is none.
func CommonType(env *Env, ts ...types.DataType) (t types.DataType, ok bool) {
	t = types.Null
	if !env.ansi() { // strings first: the order decides only there
		sorted := make([]types.DataType, 0, len(ts))
		for _, s := range ts {
			if types.IsString(s) {
				sorted = append(sorted, s)
			}
		}
		for _, s := range ts {
			if !types.IsString(s) {
				sorted = append(sorted, s)
			}
		}
		ts = sorted
	}
	for _, u := range ts {
		if t, ok = WiderType(env, t, u); !ok {
			return nil, false
		}
	}
	return t, true
}

// WiderType is the common type of two; decimals may lose digits in it, strings give way to other types (ANSI) or win (legacy).
func WiderType(env *Env, a, b types.DataType) (types.DataType, bool) {
	if t, ok := TightestCommon(env, a, b); ok {
		return t, true
	}
	if t, ok := widerDecimal(a, b); ok {
		return t, true
	}
	if t, ok := StringPromotion(env, a, b); ok {
		return t, true
	}
	return complexCommon(env, a, b, WiderType)
}

// CommonTypeNoPromotion is CommonType without reading or printing strings (GREATEST, LEAST).
func CommonTypeNoPromotion(env *Env, ts ...types.DataType) (t types.DataType, ok bool) {
	t = types.Null
	for _, u := range ts {
		if t, ok = widerNoPromotion(env, t, u); !ok {
			return nil, false
		}
	}
	return t, true
}

func widerNoPromotion(env *Env, a, b types.DataType) (types.DataType, bool) {
	if t, ok := TightestCommon(env, a, b); ok {
		return t, true
	}
	if t, ok := widerDecimal(a, b); ok {
		return t, true
	}
	return complexCommon(env, a, b, widerNoPromotion)
}

// TightestCommon is the common type of two that loses nothing, without promotion of strings (Spark's findTightestCommonType).
func TightestCommon(env *Env, a, b types.DataType) (types.DataType, bool) {
	f, g := a.ID(), b.ID()
	switch {
	case types.Equal(a, b):
		return a, true
	case f == types.IDNull:
		return b, true
	case g == types.IDNull:
		return a, true
	case types.IsString(a) && types.IsString(b):
		return commonString(a, b)
	case types.IsIntegral(a) && g == types.IDDecimal:
		return decimalOver(b.(types.DecimalType), a)
	case f == types.IDDecimal && types.IsIntegral(b):
		return decimalOver(a.(types.DecimalType), b)
	case f == types.IDDecimal || g == types.IDDecimal:
		return nil, false
	case types.IsNumeric(a) && types.IsNumeric(b):
		if w := max(f, g); w == types.IDFloat && env.ansi() {
			return types.Double, true // an integer may not fit into a float
		} else if w == f {
			return a, true
		}
		return b, true
	case types.IsDatetime(a) && types.IsDatetime(b):
		return commonDatetime(f, g), true
	case f == types.IDTime && g == types.IDTime:
		return types.TimeType{Precision: max(a.(types.TimeType).Precision, b.(types.TimeType).Precision)}, true
	case f == types.IDYearMonthInterval && g == f:
		x, y := a.(types.YearMonthIntervalType), b.(types.YearMonthIntervalType)
		return types.YearMonthIntervalType{Start: min(x.Start, y.Start), End: max(x.End, y.End)}, true
	case f == types.IDDayTimeInterval && g == f:
		x, y := a.(types.DayTimeIntervalType), b.(types.DayTimeIntervalType)
		return types.DayTimeIntervalType{Start: min(x.Start, y.Start), End: max(x.End, y.End)}, true
	}
	return complexCommon(env, a, b, TightestCommon)
}

func commonString(a, b types.DataType) (types.DataType, bool) {
	x, okX := a.(types.StringType)
	y, okY := b.(types.StringType)
	switch {
	case okX && okY && x.Collation != y.Collation:
		return nil, false // the analyzer resolves collations
	case okX:
		return a, true
	case okY:
		return b, true
	}
	return types.String, true // char and varchar of different lengths
}

func decimalOver(d types.DecimalType, integral types.DataType) (types.DataType, bool) {
	if i, _ := types.DefaultDecimalFor(integral); d.IsWiderThan(i) {
		return d, true
	}
	return nil, false
}

func commonDatetime(f, g types.ID) types.DataType {
	if f == types.IDTimestamp || g == types.IDTimestamp {
		return types.Timestamp
	}
	return types.TimestampNTZ
}

// widerDecimal is the common type when a decimal is among two numbers.
func widerDecimal(a, b types.DataType) (types.DataType, bool) {
	f, g := a.ID(), b.ID()
	if f != types.IDDecimal && g != types.IDDecimal || !types.IsNumeric(a) || !types.IsNumeric(b) {
		return nil, false
	}
	if f == types.IDFloat || f == types.IDDouble || g == types.IDFloat || g == types.IDDouble {
		return types.Double, true
	}
	x, _ := types.DefaultDecimalFor(a)
	y, _ := types.DefaultDecimalFor(b)
	return WiderDecimal(x, y), true
}

// WiderDecimal holds the digits of both, cut at 38, where digits before the point are preferred.
func WiderDecimal(x, y types.DecimalType) types.DecimalType {
	scale := max(x.Scale, y.Scale)
	precision := max(x.Precision-x.Scale, y.Precision-y.Scale) + scale
	if precision > types.MaxPrecision {
		scale = max(0, scale-(precision-types.MaxPrecision))
		precision = types.MaxPrecision
	}
	return types.DecimalType{Precision: precision, Scale: scale}
}

// StringPromotion is the common type of a string and another atomic type: ANSI reads the string, legacy prints the other.
func StringPromotion(env *Env, a, b types.DataType) (types.DataType, bool) {
	if types.IsString(b) {
		a, b = b, a
	}
	switch {
	case !types.IsString(a) || types.IsString(b):
		return nil, false
	case !env.ansi():
		return a, types.IsAtomic(b) && b.ID() != types.IDBinary && b.ID() != types.IDBoolean
	case types.IsIntegral(b):
		return types.Long, true
	case types.IsFractional(b):
		return types.Double, true
	case types.IsANSIInterval(b) || !types.IsAtomic(b):
		return nil, false
	}
	return b, true
}

// complexCommon goes into arrays, maps and structs.
func complexCommon(env *Env, a, b types.DataType, common func(*Env, types.DataType, types.DataType) (types.DataType, bool)) (types.DataType, bool) {
	mayNull := func(from, to types.DataType) bool { return castMayNull(from, to, env.CastMode()) }
	switch x := a.(type) {
	case types.ArrayType:
		y, ok := b.(types.ArrayType)
		if !ok {
			return nil, false
		}
		e, ok := common(env, x.Element, y.Element)
		if !ok {
			return nil, false
		}
		return types.ArrayType{Element: e, ContainsNull: x.ContainsNull || y.ContainsNull || mayNull(x.Element, e) || mayNull(y.Element, e)}, true
	case types.MapType:
		y, ok := b.(types.MapType)
		if !ok {
			return nil, false
		}
		k, ok := common(env, x.Key, y.Key)
		if !ok || mayNull(x.Key, k) || mayNull(y.Key, k) {
			return nil, false
		}
		v, ok := common(env, x.Value, y.Value)
		if !ok {
			return nil, false
		}
		return types.MapType{Key: k, Value: v, ValueContainsNull: x.ValueContainsNull || y.ValueContainsNull || mayNull(x.Value, v) || mayNull(y.Value, v)}, true
	case types.StructType:
		y, ok := b.(types.StructType)
		if !ok || len(x.Fields) != len(y.Fields) {
			return nil, false
		}
		out := types.StructType{Fields: make([]types.StructField, len(x.Fields))}
		for i, f := range x.Fields {
			g := y.Fields[i]
			if !strings.EqualFold(f.Name, g.Name) {
				return nil, false
			}
			t, ok := common(env, f.Type, g.Type)
			if !ok {
				return nil, false
			}
			out.Fields[i] = types.StructField{Name: f.Name, Type: t, Nullable: f.Nullable || g.Nullable || mayNull(f.Type, t) || mayNull(g.Type, t)}
		}
		return out, true
	}
	return nil, false
}
