package number

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Pi is π.
var Pi = fn.Function{Name: "pi", Group: "math_funcs",
	Doc:  fn.Describe("Returns pi.", nil, "SELECT pi()", "3.141592653589793"),
	Bind: constant(math.Pi)}

func constant(v float64) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, 0); err != nil {
			return nil, err
		}
		return fn.Replace(fn.Constant(types.Double, v)), nil
	}
}
