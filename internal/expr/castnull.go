package expr

import "github.com/flintlake/flintlake/dataframe/types"

// Nullable follows Spark's Cast.nullable: besides the child's nulls, some conversions are declared to give null even where ANSI mode raises
// an error instead.
func (c *Cast) Nullable() bool {
	from := c.Child.Type()
	if c.Child.Nullable() {
		return true
	}
	if c.Mode == Try {
		return !CanUpCast(from, c.DataType)
	}
	return forceNullable(from, c.DataType)
}

// forceNullable is Spark's Cast.forceNullable.
func forceNullable(from, to types.DataType) bool {
	f, t := from.ID(), to.ID()
	switch {
	case f == types.IDNull, types.Equal(from, to):
		return false
	case types.IsString(from):
		return !types.IsString(to) && t != types.IDBinary
	case types.IsString(to):
		return false
	case (f == types.IDFloat || f == types.IDDouble) && t == types.IDTimestamp:
		return true
	case f == types.IDTimestamp && t == types.IDDate, f == types.IDDate && t == types.IDTimestamp:
		return false
	case t == types.IDDate, f == types.IDDate, t == types.IDCalendarInterval:
		return true
	case t == types.IDDecimal:
		return !fitsDecimal(from, to.(types.DecimalType))
	}
	return types.IsFractional(from) && types.IsIntegral(to) || f == types.IDTime && (t == types.IDByte || t == types.IDShort)
}

// fitsDecimal is Spark's canNullSafeCastToDecimal.
func fitsDecimal(from types.DataType, to types.DecimalType) bool {
	switch f := from.(type) {
	case types.BooleanType:
		return to.IsWiderThan(types.DecimalType{Precision: 1})
	case types.DecimalType:
		return to.IsWiderThan(f)
	case types.ByteType, types.ShortType, types.IntegerType, types.LongType:
		d, _ := types.DefaultDecimalFor(from)
		return to.IsWiderThan(d)
	}
	return false
}

// CanUpCast is Spark's Cast.canUpCast: every value of from can be written as a value of to, without a chance to fail or to lose digits
// before the point.
func CanUpCast(from, to types.DataType) bool {
	f, t := from.ID(), to.ID()
	switch {
	case types.Equal(from, to), f == types.IDNull:
		return true
	case t == types.IDDecimal && types.IsNumeric(from):
		if d, ok := types.DefaultDecimalFor(from); ok && to.(types.DecimalType).IsWiderThan(d) {
			return f != types.IDFloat && f != types.IDDouble
		}
		return false
	case f == types.IDDecimal && types.IsIntegral(to):
		d, _ := types.DefaultDecimalFor(to)
		s := from.(types.DecimalType)
		return s.Scale == 0 && s.Precision < d.Precision
	case f == types.IDDecimal:
		return t == types.IDDouble || t == types.IDFloat || types.IsString(to)
	case types.IsNumeric(from) && types.IsNumeric(to):
		return f < t
	case types.IsString(to):
		return types.IsAtomic(from) || f == types.IDCalendarInterval
	case f == types.IDDate:
		return t == types.IDTimestamp || t == types.IDTimestampNTZ
	case f == types.IDTimestamp || f == types.IDTimestampNTZ:
		return t == types.IDTimestamp || t == types.IDTimestampNTZ
	case f == types.IDYearMonthInterval || f == types.IDDayTimeInterval:
		return f == t
	case f == types.IDArray && t == types.IDArray:
		a, b := from.(types.ArrayType), to.(types.ArrayType)
		return (b.ContainsNull || !a.ContainsNull) && CanUpCast(a.Element, b.Element)
	case f == types.IDMap && t == types.IDMap:
		a, b := from.(types.MapType), to.(types.MapType)
		return (b.ValueContainsNull || !a.ValueContainsNull) && CanUpCast(a.Key, b.Key) && CanUpCast(a.Value, b.Value)
	case f == types.IDStruct && t == types.IDStruct:
		a, b := from.(types.StructType), to.(types.StructType)
		if len(a.Fields) != len(b.Fields) {
			return false
		}
		for i := range a.Fields {
			if a.Fields[i].Nullable && !b.Fields[i].Nullable || !CanUpCast(a.Fields[i].Type, b.Fields[i].Type) {
				return false
			}
		}
		return true
	}
	return false
}
