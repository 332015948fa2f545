package condition

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// IfNull is coalesce of two.
var IfNull = fn.Function{Name: "ifnull", Group: "conditional_funcs",
	Doc:  fn.Describe("Returns the second argument when the first is NULL.", fn.Params("col1", "col2"), "SELECT ifnull(NULL, 1)", "1"),
	Bind: two}

func two(c *fn.Call) (*fn.Bound, error) {
	if err := c.Arity(2, 2); err != nil {
		return nil, err
	}
	as := *c
	as.Name = "coalesce" // which errors name
	return coalesce(&as, c.Args)
}
