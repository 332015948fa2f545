package condition

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// If chooses by a condition.
var If = fn.Function{Name: "if", Group: "conditional_funcs",
	Doc: fn.Describe("Returns the second argument when the first is true, else the third.", fn.Params("expr1", "expr2", "expr3"), "SELECT if(1 < 2, 'a', 'b')", "a"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(3, 3); err != nil {
			return nil, err
		}
		when, ok := fn.ImplicitCast(c.Env, c.Args[0], fn.Exact(types.Boolean))
		if !ok {
			return nil, c.Unexpected(0, fn.Exact(types.Boolean))
		}
		return choose(c, when, c.Args[1], c.Args[2])
	}}
