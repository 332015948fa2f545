package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// MapEntries are the entries of a map as structs.
var MapEntries = fn.Function{Name: "map_entries", Group: "map_funcs",
	Doc: fn.Describe("Returns the entries of a map as an array of structs.", fn.Params("col"), "SELECT map_entries(map(1, 'a'))", `[{"key":1,"value":"a"}]`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		e, m, err := mapArgument(c)
		if err != nil {
			return nil, err
		}
		t := types.ArrayType{Element: types.StructType{Fields: []types.StructField{{Name: "key", Type: m.Key}, {Name: "value", Type: m.Value, Nullable: m.ValueContainsNull}}}}
		return &fn.Bound{Args: []expr.Expr{e}, Type: t, Nullable: e.Nullable(), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			children, span := r.List(0)
			s := out.Child(0)
			for j := span.Offset; j < span.Offset+span.Size; j++ {
				s.Child(0).From(children[0], int(j))
				s.Child(1).From(children[1], int(j))
				s.EndStruct()
			}
			out.EndList()
			return nil
		})}, nil
	}}
