package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Positive is +a.
var Positive = fn.Function{Name: "positive", Group: "math_funcs",
	Doc: fn.Describe("Returns the value.", fn.Params("col"), "SELECT positive(1)", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, numericOrAnyInterval)
		if err != nil {
			return nil, err
		}
		return fn.Replace(args[0]), nil
	}}
