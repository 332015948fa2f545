package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// TypeOf is the type of its argument.
var TypeOf = fn.Function{Name: "typeof", Group: "misc_funcs",
	Doc: fn.Describe("Returns the data type of the argument.", fn.Params("col"), "SELECT typeof(1)", "int"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		return fn.Replace(fn.Constant(types.String, c.Args[0].Type().SimpleString())), nil
	}}
