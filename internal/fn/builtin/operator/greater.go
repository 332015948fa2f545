package operator

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// Greater is a > b.
var Greater = fn.Function{Name: ">", Group: "predicate_funcs",
	Doc:  fn.Describe("Tells whether the left operand is greater.", fn.Params("expr1", "expr2"), "SELECT 2 > 1", "true"),
	Bind: comparison(expr.Gt)}
