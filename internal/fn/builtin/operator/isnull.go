package operator

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// IsNull is a IS NULL.
var IsNull = fn.Function{Name: "isnull", Group: "predicate_funcs",
	Doc:  fn.Describe("Tells whether the value is NULL.", fn.Params("col"), "SELECT isnull(1)", "false"),
	Bind: nullTest(false)}

func nullTest(negated bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		return fn.Replace(&expr.IsNull{Child: c.Args[0], Negated: negated}), nil
	}
}
