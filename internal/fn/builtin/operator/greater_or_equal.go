package operator

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// GreaterOrEqual is a >= b.
var GreaterOrEqual = fn.Function{Name: ">=", Group: "predicate_funcs",
	Doc:  fn.Describe("Tells whether the left operand is greater or equal.", fn.Params("expr1", "expr2"), "SELECT 2 >= 3", "false"),
	Bind: comparison(expr.Ge)}
