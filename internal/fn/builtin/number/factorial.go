package number

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Factorial is n!.
var Factorial = fn.Function{Name: "factorial", Group: "math_funcs",
	Doc: fn.Describe("Returns the factorial of 0 to 20, NULL for anything else.", fn.Params("col"), "SELECT factorial(5)", "120"),
	Bind: fn.FixedNullable(types.Long, fn.Try1(types.Long, func(n int32) (int64, bool, error) {
		if n < 0 || n > 20 {
			return 0, false, nil
		}
		r := int64(1)
		for i := int64(2); i <= int64(n); i++ {
			r *= i
		}
		return r, true, nil
	}), fn.Exact(types.Integer))}
