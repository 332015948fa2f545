package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// MapContainsKey finds a key.
var MapContainsKey = fn.Function{Name: "map_contains_key", Group: "map_funcs",
	Doc: fn.Describe("Tells whether the map has the key.", fn.Params("col", "value"), "SELECT map_contains_key(map(1, 'a'), 1)", "true"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		m, ok := c.Args[0].Type().(types.MapType)
		if !ok {
			return nil, c.Unexpected(0, fn.AnyMap)
		}
		k, ok := fn.TightestCommon(c.Env, m.Key, c.Args[1].Type())
		if !ok {
			return nil, c.Mismatch("MAP_FUNCTION_DIFF_TYPES", "functionName", c.ID(), "dataType", `"MAP"`, "leftType", `"`+m.SQL()+`"`, "rightType", `"`+c.Args[1].Type().SQL()+`"`)
		}
		m.Key = k
		args := []expr.Expr{c.Cast(c.Args[0], m), c.Cast(c.Args[1], k)}
		order := vec.NewComparer(k)
		return &fn.Bound{Args: args, Type: types.Boolean, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(types.Boolean, func(r fn.Row, out *vec.Builder) error {
			v, i := r.At(1)
			found := false
			elements(r, 0, func(e *vec.Vector, j int) { found = found || order(e, j, v, i) == 0 })
			vec.Put(out, found)
			return nil
		})}, nil
	}}
