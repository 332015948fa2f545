package condition

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// Nvl2 chooses by whether its first argument is null.
var Nvl2 = fn.Function{Name: "nvl2", Group: "conditional_funcs",
	Doc: fn.Describe("Returns the second argument when the first is not NULL, else the third.", fn.Params("col1", "col2", "col3"), "SELECT nvl2(NULL, 2, 1)", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(3, 3); err != nil {
			return nil, err
		}
		return choose(c, &expr.IsNull{Child: c.Args[0], Negated: true}, c.Args[1], c.Args[2])
	}}

func choose(c *fn.Call, when, then, otherwise expr.Expr) (*fn.Bound, error) {
	args, _, err := c.Common([]expr.Expr{then, otherwise})
	if err != nil {
		return nil, err
	}
	return fn.Replace(&expr.Case{When: []expr.Expr{when}, Then: args[:1], Else: args[1]}), nil
}
