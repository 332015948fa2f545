package condition

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// When is CASE WHEN as a function: condition, value, …, default.
var When = fn.Function{Name: "when", Group: "conditional_funcs",
	Doc: fn.Describe("Returns the value after the first condition that is true, else the last argument when their number is odd.", fn.Params("condition", "value", "more..."),
		"SELECT CASE WHEN 1 > 2 THEN 'a' ELSE 'b' END", "b"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, -1); err != nil {
			return nil, err
		}
		out := &expr.Case{}
		var values []expr.Expr
		for i := 0; i+1 < len(c.Args); i += 2 {
			w, ok := fn.ImplicitCast(c.Env, c.Args[i], fn.Exact(types.Boolean))
			if !ok {
				return nil, c.Unexpected(i, fn.Exact(types.Boolean))
			}
			out.When = append(out.When, w)
			values = append(values, c.Args[i+1])
		}
		if len(c.Args)%2 == 1 {
			values = append(values, c.Args[len(c.Args)-1])
		}
		values, _, err := c.Common(values)
		if err != nil {
			return nil, err
		}
		out.Then = values[:len(out.When)]
		if len(values) > len(out.When) {
			out.Else = values[len(out.When)]
		}
		return fn.Replace(out), nil
	}}
