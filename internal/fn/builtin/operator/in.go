package operator

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// In is a IN (b, …).
var In = fn.Function{Name: "in", Group: "predicate_funcs",
	Doc: fn.Describe("Tells whether the first value equals one of the others.", fn.Params("expr1", "exprs..."), "SELECT 1 IN (1, 2)", "true"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, -1); err != nil {
			return nil, err
		}
		args, _, err := c.Common(c.Args)
		if err != nil {
			return nil, err
		}
		return fn.Replace(&expr.In{Value: args[0], List: args[1:]}), nil
	}}
