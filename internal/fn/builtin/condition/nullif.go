package condition

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// NullIf is null when its arguments are equal.
var NullIf = fn.Function{Name: "nullif", Group: "conditional_funcs",
	Doc: fn.Describe("Returns NULL when the arguments are equal, else the first.", fn.Params("col1", "col2"), "SELECT nullif(2, 2)", "NULL"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		t, ok := fn.CommonType(c.Env, c.Args[0].Type(), c.Args[1].Type())
		if !ok {
			return nil, sparkerr.New("DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES", "sqlExpr", `"(commonexpressionref() = `+c.ArgText(c.Args[1])+`)"`,
				"left", `"`+c.Args[0].Type().SQL()+`"`, "right", `"`+c.Args[1].Type().SQL()+`"`)
		}
		equal := &expr.Compare{Op: expr.Eq, Left: c.Cast(c.Args[0], t), Right: c.Cast(c.Args[1], t)}
		return fn.Replace(&expr.Case{When: []expr.Expr{equal}, Then: []expr.Expr{fn.Constant(c.Args[0].Type(), nil)}, Else: c.Args[0]}), nil
	}}
