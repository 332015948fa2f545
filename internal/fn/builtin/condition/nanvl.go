package condition

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// NaNvl is the second argument where the first is NaN.
var NaNvl = fn.Function{Name: "nanvl", Group: "conditional_funcs",
	Doc: fn.Describe("Returns the second argument when the first is NaN.", fn.Params("col1", "col2"), "SELECT nanvl(double('NaN'), 1D)", "1.0"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 2, fn.Either(fn.Exact(types.Double), fn.Exact(types.Float)))
		if err != nil {
			return nil, err
		}
		var t types.DataType = types.Double
		if args[0].Type().ID() == types.IDFloat && args[1].Type().ID() == types.IDFloat {
			t = types.Float
		}
		a := c.Cast(args[0], t)
		isNaN := &expr.Compare{Op: expr.Eq, Left: a, Right: c.Cast(fn.Constant(types.Double, math.NaN()), t)}
		return fn.Replace(&expr.Case{When: []expr.Expr{isNaN}, Then: []expr.Expr{c.Cast(args[1], t)}, Else: a}), nil
	}}
