package operator

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// LessOrEqual is a <= b.
var LessOrEqual = fn.Function{Name: "<=", Group: "predicate_funcs",
	Doc:  fn.Describe("Tells whether the left operand is less or equal.", fn.Params("expr1", "expr2"), "SELECT 2 <= 2", "true"),
	Bind: comparison(expr.Le)}
