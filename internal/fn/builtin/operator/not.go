package operator

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// Not is NOT a.
var Not = fn.Function{Name: "not", Aliases: []string{"!"}, Group: "predicate_funcs",
	Doc: fn.Describe("Returns logical NOT.", fn.Params("expr"), "SELECT not true", "false"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Exact(types.Boolean))
		if err != nil {
			return nil, err
		}
		return fn.Replace(&expr.Not{Child: args[0]}), nil
	}}
