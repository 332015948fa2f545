package operator

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// NotEqual is a <> b.
var NotEqual = fn.Function{Name: "!=", Aliases: []string{"<>"}, Group: "predicate_funcs",
	Doc:  fn.Describe("Tells whether the operands differ; NULL when one is NULL.", fn.Params("expr1", "expr2"), "SELECT 1 != 2", "true"),
	Bind: comparison(expr.Ne)}
