package fn

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
)

// CanCast tells whether CAST (or TRY_CAST) between two types exists (Spark 4.2, Cast.canAnsiCast and Cast.canCast). Values may still
// fail at run time.
func CanCast(from, to types.DataType, mode expr.CastMode) bool {
	f, t := from.ID(), to.ID()
	switch {
	case types.Equal(from, to), f == types.IDNull:
		return true
	case t == types.IDNull:
		return false
	case types.IsString(to):
		return true
	case f == types.IDArray && t == types.IDArray:
		a, b := from.(types.ArrayType), to.(types.ArrayType)
		return CanCast(a.Element, b.Element, mode) && keepsNulls(a.ContainsNull, b.ContainsNull, a.Element, b.Element, mode)
	case f == types.IDMap && t == types.IDMap:
		a, b := from.(types.MapType), to.(types.MapType)
		return CanCast(a.Key, b.Key, mode) && (mode == expr.ANSI || !castMayNull(a.Key, b.Key, mode)) && CanCast(a.Value, b.Value, mode) &&
			keepsNulls(a.ValueContainsNull, b.ValueContainsNull, a.Value, b.Value, mode)
	case f == types.IDStruct && t == types.IDStruct:
		return canCastFields(from.(types.StructType), to.(types.StructType), mode)
	case f == types.IDVariant:
		return canCastVariant(to)
	case t == types.IDVariant:
		return types.IsAtomic(from) && !types.IsANSIInterval(from) || f == types.IDArray && CanCast(from.(types.ArrayType).Element, to, mode) &&
			from.(types.ArrayType).Element.ID() != types.IDNull
	}
	return canCastAtomic(from, to, mode == expr.Legacy)
}

// keepsNulls: what may be null, or become null, needs a place for nulls.
func keepsNulls(fromNulls, toNulls bool, from, to types.DataType, mode expr.CastMode) bool {
	return toNulls || !fromNulls && !castMayNull(from, to, mode)
}

func castMayNull(from, to types.DataType, mode expr.CastMode) bool {
	return (&expr.Cast{Child: &expr.Literal{DataType: from, Value: true}, DataType: to, Mode: mode}).Nullable()
}

func canCastFields(from, to types.StructType, mode expr.CastMode) bool {
	if len(from.Fields) != len(to.Fields) {
		return false
	}
	for i, f := range from.Fields {
		t := to.Fields[i]
		if !CanCast(f.Type, t.Type, mode) || !keepsNulls(f.Nullable, t.Nullable, f.Type, t.Type, mode) {
			return false
		}
	}
	return true
}

func canCastVariant(to types.DataType) bool {
	switch t := to.(type) {
	case types.ArrayType:
		return canCastVariant(t.Element)
	case types.MapType:
		return types.IsString(t.Key) && canCastVariant(t.Value)
	case types.StructType:
		for _, f := range t.Fields {
			if !canCastVariant(f.Type) {
				return false
			}
		}
		return true
	case types.VariantType:
		return true
	}
	return types.IsAtomic(to) && !types.IsANSIInterval(to)
}

func canCastAtomic(from, to types.DataType, legacy bool) bool {
	f, t := from.ID(), to.ID()
	switch {
	case types.IsString(from):
		return types.IsAtomic(to) || t == types.IDCalendarInterval
	case types.IsNumeric(to) && t != types.IDDecimal && types.IsFractional(to) && (types.IsANSIInterval(from) || f == types.IDTime):
		return false
	case types.IsNumeric(to):
		return types.IsNumeric(from) || f == types.IDBoolean || f == types.IDTimestamp || types.IsANSIInterval(from) || f == types.IDTime ||
			legacy && f == types.IDDate
	}
	switch t {
	case types.IDBoolean:
		return types.IsNumeric(from) || legacy && (f == types.IDDate || f == types.IDTimestamp)
	case types.IDBinary:
		return legacy && types.IsIntegral(from)
	case types.IDDate:
		return f == types.IDTimestamp || f == types.IDTimestampNTZ
	case types.IDTimestamp:
		return f == types.IDDate || f == types.IDTimestampNTZ || types.IsNumeric(from) || legacy && f == types.IDBoolean
	case types.IDTimestampNTZ:
		return f == types.IDDate || f == types.IDTimestamp
	case types.IDTime:
		return f == types.IDTime || f == types.IDTimestampNTZ
	case types.IDYearMonthInterval, types.IDDayTimeInterval:
		return f == t || types.IsIntegral(from) || f == types.IDDecimal
	}
	return false
}

// CastError is the DATATYPE_MISMATCH for a cast that CanCast refuses; sqlExpr is the text of the cast's child.
func CastError(from, to types.DataType, mode expr.CastMode, sqlExpr string) *sparkerr.Error {
	params := []string{"sqlExpr", sqlExpr, "srcType", quoted(from), "targetType", quoted(to)}
	f, t := from.ID(), to.ID()
	switch {
	case mode == expr.Legacy:
	case t == types.IDDate && types.IsNumeric(from):
		return sparkerr.New("DATATYPE_MISMATCH.CAST_WITH_FUNC_SUGGESTION", append(params, "functionNames", "`DATE_FROM_UNIX_DATE`")...)
	case f == types.IDDate && types.IsNumeric(to):
		return sparkerr.New("DATATYPE_MISMATCH.CAST_WITH_FUNC_SUGGESTION", append(params, "functionNames", "`UNIX_DATE`")...)
	case mode == expr.ANSI && CanCast(from, to, expr.Legacy):
		return sparkerr.New("DATATYPE_MISMATCH.CAST_WITH_CONF_SUGGESTION", append(params, "config", `"spark.sql.ansi.enabled"`, "configVal", "'false'")...)
	}
	return sparkerr.New("DATATYPE_MISMATCH.CAST_WITHOUT_SUGGESTION", params...)
}

// CheckCast is nil when CanCast allows the cast, else CastError without the text of the child.
func CheckCast(from, to types.DataType, mode expr.CastMode) error {
	if CanCast(from, to, mode) {
		return nil
	}
	return CastError(from, to, mode, "")
}

// quoted is a type in an error parameter.
func quoted(t types.DataType) string { return `"` + t.SQL() + `"` }

// CanUpCast tells whether every value of from is a value of to, without loss of meaning (Spark's Cast.canUpCast).
func CanUpCast(from, to types.DataType) bool { return expr.CanUpCast(from, to) }

// CanStoreAssign tells whether a value of from may be written to a column of type to under the ANSI store assignment policy
// (Spark's Cast.canANSIStoreAssign); overflow is checked at run time.
func CanStoreAssign(from, to types.DataType) bool {
	f, t := from.ID(), to.ID()
	switch {
	case types.EqualIgnoreNullability(from, to), f == types.IDNull:
		return true
	case t == types.IDNull:
		return false
	case f == types.IDArray && t == types.IDArray:
		a, b := from.(types.ArrayType), to.(types.ArrayType)
		return (b.ContainsNull || !a.ContainsNull) && CanStoreAssign(a.Element, b.Element)
	case f == types.IDMap && t == types.IDMap:
		a, b := from.(types.MapType), to.(types.MapType)
		return (b.ValueContainsNull || !a.ValueContainsNull) && CanStoreAssign(a.Key, b.Key) && CanStoreAssign(a.Value, b.Value)
	case f == types.IDStruct && t == types.IDStruct:
		return storeAssignFields(from.(types.StructType), to.(types.StructType))
	case types.IsNumeric(from) && types.IsNumeric(to):
		return true
	case types.IsString(from) && types.IsString(to):
		return true
	case types.IsString(to):
		return types.IsAtomic(from) || f == types.IDCalendarInterval
	case types.IsDatetime(from) && types.IsDatetime(to):
		return true
	case f == types.IDYearMonthInterval || f == types.IDDayTimeInterval || f == types.IDTime:
		return f == t
	}
	return false
}

func storeAssignFields(from, to types.StructType) bool {
	if len(from.Fields) != len(to.Fields) {
		return false
	}
	for i, f := range from.Fields {
		if t := to.Fields[i]; f.Nullable && !t.Nullable || !CanStoreAssign(f.Type, t.Type) {
			return false
		}
	}
	return true
}
