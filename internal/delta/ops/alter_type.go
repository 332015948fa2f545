package ops

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
)

// widen changes the type of a column to a wider one. Files keep what they hold: readers cast (Delta protocol, Type Widening).
func (a *alteration) widen(f *types.StructField, to types.DataType) error {
	refuse := func() error {
		return sparkerr.New("DELTA_UNSUPPORTED_ALTER_TABLE_CHANGE_COL_OP", "fieldPath", f.Name, "oldField", f.Type.SQL(), "newField", to.SQL())
	}
	if !storable(f.Type, to) {
		return sparkerr.New("NOT_SUPPORTED_CHANGE_COLUMN", "table", sparkerr.QuoteID(strings.Split(a.table.Name(), ".")...),
			"originName", sparkerr.QuoteID(f.Name), "originType", `"`+f.Type.SQL()+`"`, "newName", sparkerr.QuoteID(f.Name), "newType", `"`+to.SQL()+`"`)
	}
	if !isTrueProperty(&a.meta, "delta.enableTypeWidening") || !widens(f.Type, to) {
		return refuse()
	}
	changes, _ := f.Metadata["delta.typeChanges"].([]any)
	change := map[string]any{"toType": types.TypeName(to), "fromType": types.TypeName(f.Type)}
	f.Metadata["delta.typeChanges"] = append(changes[:len(changes):len(changes)], change)
	f.Type = to
	return nil
}

// rank orders the integral types.
var rank = map[types.ID]int{types.IDByte: 1, types.IDShort: 2, types.IDInteger: 3, types.IDLong: 4}

// integralDigits is how many digits values of an integral type have at most, as Spark's DecimalType.forType says.
var integralDigits = map[types.ID]int{types.IDByte: 3, types.IDShort: 5, types.IDInteger: 10, types.IDLong: 20}

// widens tells whether every value of one type is one of the other, as the protocol lists the pairs.
func widens(from, to types.DataType) bool {
	x, y := from.ID(), to.ID()
	if d, ok := to.(types.DecimalType); ok {
		if old, ok := from.(types.DecimalType); ok {
			return d.Scale >= old.Scale && d.Precision-d.Scale >= old.Precision-old.Scale
		}
		n := integralDigits[x]
		if x == types.IDByte || x == types.IDShort {
			n = integralDigits[types.IDInteger]
		}
		return n > 0 && int(d.Precision)-int(d.Scale) >= n
	}
	switch {
	case rank[x] > 0 && rank[y] > rank[x]:
		return true
	case y == types.IDDouble:
		return x == types.IDFloat || rank[x] > 0 && rank[x] < rank[types.IDLong]
	}
	return x == types.IDDate && y == types.IDTimestampNTZ
}

// storable tells whether Spark's analyzer lets ALTER COLUMN change one type to the other at all: casts that lose nothing (Cast.canUpCast).
func storable(from, to types.DataType) bool {
	x, y := from.ID(), to.ID()
	switch {
	case widens(from, to), y == types.IDString && !types.IsNested(from):
		return true
	case rank[x] > 0 && (y == types.IDFloat || y == types.IDDouble):
		return true
	case x == types.IDDate:
		return y == types.IDTimestamp
	}
	return false
}
