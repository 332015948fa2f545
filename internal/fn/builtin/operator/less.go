package operator

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// Less is a < b.
var Less = fn.Function{Name: "<", Group: "predicate_funcs",
	Doc:  fn.Describe("Tells whether the left operand is less.", fn.Params("expr1", "expr2"), "SELECT 1 < 2", "true"),
	Bind: comparison(expr.Lt)}
