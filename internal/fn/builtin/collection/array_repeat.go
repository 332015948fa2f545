package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArrayRepeat writes a value several times.
var ArrayRepeat = fn.Function{Name: "array_repeat", Group: "array_funcs",
	Doc: fn.Describe("Returns an array of the value `count` times.", fn.Params("col", "count:int"), "SELECT array_repeat('123', 2)", `["123","123"]`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		n, ok := fn.ImplicitCast(c.Env, c.Args[1], fn.Exact(types.Integer))
		if !ok {
			return nil, c.Unexpected(1, fn.Exact(types.Integer))
		}
		t := types.ArrayType{Element: c.Args[0].Type(), ContainsNull: c.Args[0].Nullable()}
		return &fn.Bound{Args: []expr.Expr{c.Args[0], n}, Type: t, Nullable: n.Nullable(), Kernel: fn.AllRows(t, func(r fn.Row, out *vec.Builder) error {
			if r.Null(1) {
				out.Null()
				return nil
			}
			for range max(r.Int(1), 0) {
				appendArgument(r, 0, out.Child(0))
			}
			out.EndList()
			return nil
		})}, nil
	}}
