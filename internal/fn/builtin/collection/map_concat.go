package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// MapConcat joins maps.
var MapConcat = fn.Function{Name: "map_concat", Group: "map_funcs",
	Doc: fn.Describe("Returns a map of the entries of all maps.", fn.Params("cols..."), "SELECT map_concat(map(1, 'a'), map(2, 'b'))", `{1:"a",2:"b"}`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if len(c.Args) == 0 {
			t := types.MapType{Key: types.String, Value: types.String}
			return fn.Replace(fn.Constant(t, types.MapValue{})), nil
		}
		common, ok := commonOf(c, c.Args)
		t, isMap := common.(types.MapType)
		if !ok || !isMap {
			return nil, mapDiff(c, "MAP_CONCAT_DIFF_TYPES", c.Args)
		}
		args := make([]expr.Expr, len(c.Args))
		for i, a := range c.Args {
			args[i] = c.Cast(a, t)
		}
		policy := dedup(c)
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			m := newMapBuilder(out, policy)
			for k := range r.Len() {
				children, span := r.List(k)
				for j := span.Offset; j < span.Offset+span.Size; j++ {
					if err := m.put(children[0], int(j), children[1], int(j)); err != nil {
						return err
					}
				}
			}
			m.end()
			return nil
		})}, nil
	}}
