package document

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
)

// ToVariantObject makes variants of nested values.
var ToVariantObject = fn.Function{Name: "to_variant_object", Group: "variant_funcs",
	Doc: fn.Describe("Makes a VARIANT of a struct, map or array; structs and maps become objects.", fn.Params("col"),
		"SELECT to_json(to_variant_object(named_struct('a', 1)))", `{"a":1}`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		t := c.Args[0].Type()
		if !types.IsNested(t) || !fitsVariant(t) {
			return nil, sparkerr.New("DATATYPE_MISMATCH.CAST_WITHOUT_SUGGESTION", "sqlExpr", `"`+c.Text()+`"`, "srcType", `"`+t.SQL()+`"`, "targetType", `"VARIANT"`)
		}
		k, err := cast.ToVariant(t)
		if err != nil {
			return nil, err
		}
		return &fn.Bound{Args: c.Args, Type: types.Variant, Nullable: c.Args[0].Nullable(), Kernel: k}, nil
	}}

// fitsVariant tells whether values of a type can be parts of an object.
func fitsVariant(t types.DataType) bool {
	switch t := t.(type) {
	case types.ArrayType:
		return fitsVariant(t.Element)
	case types.MapType:
		return types.IsString(t.Key) && fitsVariant(t.Value)
	case types.StructType:
		for _, f := range t.Fields {
			if !fitsVariant(f.Type) {
				return false
			}
		}
		return true
	case types.VariantType:
		return true
	}
	return t.ID() != types.IDNull && fn.CanCast(t, types.Variant, expr.ANSI)
}
