package ranking

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// Ntile divides the partition into buckets.
var Ntile = fn.Function{Name: "ntile", Group: "window_funcs", Kind: fn.Window,
	Doc: fn.Describe("Divides the rows of a partition into `n` buckets as even as possible.", fn.Params("n:int"), "SELECT ntile(2) OVER (ORDER BY a) FROM VALUES (7) AS t(a)", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, 1); err != nil {
			return nil, err
		}
		buckets := fn.Constant(types.Integer, int32(1))
		if len(c.Args) == 1 {
			b, ok := fn.ImplicitCast(c.Env, c.Args[0], fn.Exact(types.Integer))
			if !ok {
				return nil, c.Unexpected(0, fn.Exact(types.Integer))
			}
			buckets = b
		}
		v, ok := c.Literal(buckets)
		if !ok {
			return nil, c.Mismatch("NON_FOLDABLE_INPUT", "inputName", "`buckets`", "inputType", `"INT"`, "inputExpr", `"`+c.ArgText(buckets)+`"`)
		}
		if n, _ := v.(int32); n <= 0 {
			return nil, c.Mismatch("VALUE_OUT_OF_RANGE", "exprName", "`buckets`", "valueRange", "(0, 2147483647]", "currentValue", strconv.Itoa(int(n)))
		}
		return &fn.Bound{Args: []expr.Expr{buckets}, Type: types.Integer, Rank: "ntile"}, nil
	}}
