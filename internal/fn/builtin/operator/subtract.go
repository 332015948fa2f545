package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Subtract is a - b.
var Subtract = fn.Function{Name: "-", Group: "math_funcs",
	Doc: fn.Describe("Returns `expr1` - `expr2`, or the negation of a single argument.", fn.Params("expr1", "expr2"), "SELECT 2 - 1", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if len(c.Args) == 1 {
			return negate(c)
		}
		return arithmetic(subtract, false)(c)
	}}
