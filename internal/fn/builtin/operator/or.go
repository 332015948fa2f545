package operator

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// Or is a OR b.
var Or = fn.Function{Name: "or", Group: "predicate_funcs",
	Doc:  fn.Describe("Returns logical OR.", fn.Params("expr1", "expr2"), "SELECT true OR false", "true"),
	Bind: logic(func(l, r expr.Expr) expr.Expr { return &expr.Or{Left: l, Right: r} })}
