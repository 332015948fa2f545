package number

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Log is the logarithm, natural or to a base.
var Log = fn.Function{Name: "log", Group: "math_funcs",
	Doc: fn.Describe("Returns the logarithm of `expr` to a base; with one argument the natural one.", fn.Params("base", "expr?"), "SELECT log(10, 100)", "2.0"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if len(c.Args) == 1 {
			return partial(math.Log, 0)(c)
		}
		args, err := c.Take(1, 2, fn.Exact(types.Double))
		if err != nil {
			return nil, err
		}
		return &fn.Bound{Args: args, Type: types.Double, Nullable: true, Kernel: fn.Try2(types.Double, func(base, v float64) (float64, bool, error) {
			return math.Log(v) / math.Log(base), !(base <= 0 || v <= 0), nil
		})}, nil
	}}
