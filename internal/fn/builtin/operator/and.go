package operator

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// And is a AND b.
var And = fn.Function{Name: "and", Group: "predicate_funcs",
	Doc:  fn.Describe("Returns logical AND.", fn.Params("expr1", "expr2"), "SELECT true AND false", "false"),
	Bind: logic(func(l, r expr.Expr) expr.Expr { return &expr.And{Left: l, Right: r} })}

func logic(combine func(l, r expr.Expr) expr.Expr) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := operands(c, fn.Exact(types.Boolean))
		if err != nil {
			return nil, err
		}
		return fn.Replace(combine(args[0], args[1])), nil
	}
}
