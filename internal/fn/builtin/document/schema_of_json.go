package document

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// SchemaOfJSON infers the schema of a constant JSON text.
var SchemaOfJSON = fn.Function{Name: "schema_of_json", Group: "json_funcs",
	Doc: fn.Describe("Returns the schema of a constant JSON text as DDL.", fn.Params("json:literal", "options:literal?"), `SELECT schema_of_json('[{"col":0}]')`, "ARRAY<STRUCT<col: BIGINT>>"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 2); err != nil {
			return nil, err
		}
		v, ok := c.Literal(c.Args[0])
		text, isText := v.(string)
		switch {
		case !ok:
			return nil, c.Mismatch("NON_FOLDABLE_INPUT", "inputName", "`json`", "inputType", `"STRING"`, "inputExpr", `"`+c.ArgText(c.Args[0])+`"`)
		case v == nil:
			return nil, c.Mismatch("UNEXPECTED_NULL", "exprName", "json")
		case !isText:
			return nil, c.Unexpected(0, fn.AnyString)
		}
		d, ok := decode(text)
		if !ok {
			return nil, sparkerr.New("MALFORMED_RECORD_IN_PARSING.WITHOUT_SUGGESTION", "badRecord", text, "failFastMode", "FAILFAST")
		}
		return fn.Replace(fn.Constant(types.String, plain(infer(d)).SQL())), nil
	}}

// infer is the type of a decoded value.
func infer(v any) types.DataType {
	switch x := v.(type) {
	case bool:
		return types.Boolean
	case string:
		return types.String
	case json.Number:
		if strings.ContainsAny(string(x), ".eE") {
			return types.Double
		}
		if _, err := x.Int64(); err == nil {
			return types.Long
		}
		if p, _, ok := types.DecimalSizes(string(x)); ok && p <= types.MaxPrecision {
			return types.DecimalType{Precision: p}
		}
		return types.Double
	case []any:
		var e types.DataType = types.Null
		for _, y := range x {
			e = widen(e, infer(y))
		}
		return types.ArrayType{Element: e, ContainsNull: true}
	case *object:
		s := types.StructType{}
		for i, k := range x.keys {
			s.Fields = append(s.Fields, types.StructField{Name: k, Type: infer(x.values[i]), Nullable: true})
		}
		slices.SortStableFunc(s.Fields, func(a, b types.StructField) int { return strings.Compare(a.Name, b.Name) })
		return s
	}
	return types.Null
}

// widen is a type for two inferred ones; what has none is text.
func widen(a, b types.DataType) types.DataType {
	switch {
	case types.Equal(a, b) || b.ID() == types.IDNull:
		return a
	case a.ID() == types.IDNull:
		return b
	case types.IsNumeric(a) && types.IsNumeric(b):
		if a.ID() == types.IDDouble || b.ID() == types.IDDouble {
			return types.Double
		}
		x, _ := types.DefaultDecimalFor(a)
		y, _ := types.DefaultDecimalFor(b)
		return fn.WiderDecimal(x, y)
	}
	x, okX := a.(types.ArrayType)
	y, okY := b.(types.ArrayType)
	if okX && okY {
		return types.ArrayType{Element: widen(x.Element, y.Element), ContainsNull: true}
	}
	s, okS := a.(types.StructType)
	t, okT := b.(types.StructType)
	if !okS || !okT {
		return types.String
	}
	out := types.StructType{Fields: slices.Clone(s.Fields)}
fields:
	for _, f := range t.Fields {
		for i := range out.Fields {
			if out.Fields[i].Name == f.Name {
				out.Fields[i].Type = widen(out.Fields[i].Type, f.Type)
				continue fields
			}
		}
		out.Fields = append(out.Fields, f)
	}
	slices.SortStableFunc(out.Fields, func(a, b types.StructField) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// plain replaces what was always null by text.
func plain(t types.DataType) types.DataType {
	switch t := t.(type) {
	case types.NullType:
		return types.String
	case types.ArrayType:
		return types.ArrayType{Element: plain(t.Element), ContainsNull: true}
	case types.StructType:
		out := types.StructType{}
		for _, f := range t.Fields {
			f.Type = plain(f.Type)
			out.Fields = append(out.Fields, f)
		}
		return out
	}
	return t
}
