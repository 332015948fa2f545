package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// mapArgument checks that the only argument is a map.
func mapArgument(c *fn.Call) (expr.Expr, types.MapType, error) {
	if err := c.Arity(1, 1); err != nil {
		return nil, types.MapType{}, err
	}
	e, ok := fn.ImplicitCast(c.Env, c.Args[0], fn.AnyMap)
	t, isMap := e.Type().(types.MapType)
	if !ok || !isMap {
		return nil, t, c.Unexpected(0, fn.AnyMap)
	}
	return e, t, nil
}

// part gives keys or values as an array.
func part(k int) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		e, m, err := mapArgument(c)
		if err != nil {
			return nil, err
		}
		t := types.ArrayType{Element: m.Key}
		if k == 1 {
			t = types.ArrayType{Element: m.Value, ContainsNull: m.ValueContainsNull}
		}
		return &fn.Bound{Args: []expr.Expr{e}, Type: t, Nullable: e.Nullable(), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			children, span := r.List(0)
			for j := span.Offset; j < span.Offset+span.Size; j++ {
				out.Child(0).From(children[k], int(j))
			}
			out.EndList()
			return nil
		})}, nil
	}
}
