package condition

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// Coalesce is the first argument that is not null.
var Coalesce = fn.Function{Name: "coalesce", Group: "conditional_funcs",
	Doc: fn.Describe("Returns the first argument that is not NULL.", fn.Params("cols..."), "SELECT coalesce(NULL, 1)", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, -1); err != nil {
			return nil, err
		}
		return coalesce(c, c.Args)
	}}

func coalesce(c *fn.Call, list []expr.Expr) (*fn.Bound, error) {
	ts := make([]types.DataType, len(list))
	for i, a := range list {
		ts[i] = a.Type()
	}
	t, ok := fn.CommonType(c.Env, ts...)
	if !ok {
		return nil, c.DiffTypes("(", " or ", ")", ts)
	}
	args := make([]expr.Expr, len(list))
	for i, a := range list {
		args[i] = c.Cast(a, t)
	}
	return fn.Replace(&expr.Coalesce{Args: args}), nil
}
