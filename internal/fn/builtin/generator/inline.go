package generator

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Inline puts out a row per struct in an array.
var Inline = fn.Function{Name: "inline", Group: "generator_funcs", Kind: fn.Generator,
	Doc:  fn.Describe("Puts out a row of fields for each struct of an array.", fn.Params("col"), "SELECT inline(array(struct(1, 'a'), struct(2, 'b')))", "1\ta\n2\tb"),
	Bind: inline(false)}

func inline(outer bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		a, _ := c.Args[0].Type().(types.ArrayType)
		s, ok := a.Element.(types.StructType)
		if !ok {
			return nil, c.Mismatch("UNEXPECTED_INPUT_TYPE", "paramIndex", "first", "requiredType", `"ARRAY<STRUCT>"`, "inputSql", `"`+c.ArgText(c.Args[0])+`"`, "inputType", `"`+c.Args[0].Type().SQL()+`"`)
		}
		cols := types.StructType{Fields: append([]types.StructField(nil), s.Fields...)}
		for i := range cols.Fields {
			cols.Fields[i].Nullable = cols.Fields[i].Nullable || outer || a.ContainsNull
		}
		elements := lists(false)
		return &fn.Bound{Args: c.Args, Type: cols, Columns: cols, Generate: func(k *fn.Context, args []*vec.Vector, sel vec.Sel, n int) ([]int32, []*vec.Vector, error) {
			counts, made, err := elements(k, args, sel, n)
			if err != nil {
				return nil, nil, err
			}
			out := make([]*vec.Vector, len(cols.Fields))
			for i := range out {
				out[i] = fn.Field(k, made[0], i)
			}
			return counts, out, nil
		}}, nil
	}
}
