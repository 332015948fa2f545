package ranking

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// NthValue is the value of the n-th row of the frame.
var NthValue = fn.Function{Name: "nth_value", Group: "window_funcs", Kind: fn.Window,
	Doc: fn.Describe("Returns the value of the `offset`-th row of the frame, counted from 1.", fn.Params("col", "offset:int"), "SELECT nth_value(a, 1) OVER (ORDER BY a) FROM VALUES (7) AS t(a)", "7"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		n, ok := fn.ImplicitCast(c.Env, c.Args[1], fn.Exact(types.Integer))
		if !ok {
			return nil, c.Unexpected(1, fn.Exact(types.Integer))
		}
		v, ok := c.Literal(n)
		if !ok {
			return nil, c.Mismatch("NON_FOLDABLE_INPUT", "inputName", "`offset`", "inputType", `"INT"`, "inputExpr", `"`+c.ArgText(n)+`"`)
		}
		if at, _ := v.(int32); at <= 0 {
			return nil, c.Mismatch("VALUE_OUT_OF_RANGE", "exprName", "`offset`", "valueRange", "(0, 9223372036854775807]", "currentValue", strconv.Itoa(int(at)))
		}
		return &fn.Bound{Args: []expr.Expr{c.Args[0], n}, Type: c.Args[0].Type(), Nullable: true, Rank: "nth_value"}, nil
	}}
