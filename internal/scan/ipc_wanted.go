package scan

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// wanted is the type asked for where Arrow data of type have are its values already; else have, which the analyzer casts.
// Arrow has no CHAR, no VARIANT and one day-time interval for all ranges of fields.
func wanted(want, have types.DataType) types.DataType {
	if sameValues(want, have) {
		return want
	}
	return have
}

func sameValues(want, have types.DataType) bool {
	if types.EqualIgnoreNullability(want, have) {
		return true
	}
	switch w := want.(type) {
	case types.CharType, types.VarcharType:
		return have.ID() == types.IDString
	case types.DayTimeIntervalType, types.YearMonthIntervalType:
		return want.ID() == have.ID()
	case types.VariantType:
		h, ok := have.(types.StructType)
		return ok && len(h.Fields) == 2 && binaryField(h.Fields[0], "value") && binaryField(h.Fields[1], "metadata")
	case types.ArrayType:
		h, ok := have.(types.ArrayType)
		return ok && sameValues(w.Element, h.Element)
	case types.MapType:
		h, ok := have.(types.MapType)
		return ok && sameValues(w.Key, h.Key) && sameValues(w.Value, h.Value)
	case types.StructType:
		h, ok := have.(types.StructType)
		if !ok || len(w.Fields) != len(h.Fields) {
			return false
		}
		for i, f := range w.Fields {
			if !strings.EqualFold(f.Name, h.Fields[i].Name) || !sameValues(f.Type, h.Fields[i].Type) {
				return false
			}
		}
		return true
	}
	return false
}

func binaryField(f types.StructField, name string) bool {
	return f.Name == name && f.Type.ID() == types.IDBinary
}

// retype gives the values of a column the type asked for, all the way down.
func retype(v *vec.Vector, want types.DataType) {
	v.Type = want
	if v.Form == vec.Dictionary {
		retype(v.Children[0], want)
		return
	}
	switch w := want.(type) {
	case types.ArrayType:
		retype(v.Children[0], w.Element)
	case types.MapType:
		retype(v.Children[0], w.Key)
		retype(v.Children[1], w.Value)
	case types.StructType:
		for i, f := range w.Fields {
			retype(v.Children[i], f.Type)
		}
	}
}
