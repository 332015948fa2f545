package operator

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// Equal is a = b.
var Equal = fn.Function{Name: "=", Aliases: []string{"=="}, Group: "predicate_funcs",
	Doc:  fn.Describe("Tells whether the operands are equal; NULL when one is NULL.", fn.Params("expr1", "expr2"), "SELECT 1 = 1", "true"),
	Bind: comparison(expr.Eq)}
