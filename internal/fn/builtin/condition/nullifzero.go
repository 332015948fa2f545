package condition

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// NullIfZero is null for 0.
var NullIfZero = fn.Function{Name: "nullifzero", Group: "conditional_funcs",
	Doc: fn.Describe("Returns NULL for 0, else the argument.", fn.Params("col"), "SELECT nullifzero(0)", "NULL"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Numeric)
		if err != nil {
			return nil, err
		}
		zero := c.Cast(fn.Constant(types.Integer, int32(0)), args[0].Type())
		return fn.Replace(&expr.Case{When: []expr.Expr{&expr.Compare{Op: expr.Eq, Left: args[0], Right: zero}}, Then: []expr.Expr{fn.Constant(args[0].Type(), nil)}, Else: args[0]}), nil
	}}
