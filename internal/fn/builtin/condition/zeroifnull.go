package condition

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// ZeroIfNull is 0 for null.
var ZeroIfNull = fn.Function{Name: "zeroifnull", Group: "conditional_funcs",
	Doc: fn.Describe("Returns 0 for NULL, else the argument.", fn.Params("col"), "SELECT zeroifnull(NULL)", "0"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		return coalesce(c, []expr.Expr{c.Args[0], fn.Constant(types.Integer, int32(0))})
	}}
