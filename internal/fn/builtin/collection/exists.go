package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Exists tells whether a condition is true for an element.
var Exists = fn.Function{Name: "exists", Group: "lambda_funcs",
	Doc: fn.Describe("Tells whether the function is true for an element.", fn.Params("col", "f:lambda"), "SELECT exists(array(1, 2, 3), x -> x % 2 == 0)", "true"),
	Bind: predicate(func(types.ArrayType) (types.DataType, bool) { return types.Boolean, true }, func(_ *vec.Vector, span vec.Span, answers *vec.Vector, from int, out *vec.Builder) error {
		null := false
		for j := range int(span.Size) {
			if isTrue(answers, from+j) {
				vec.Put(out, true)
				return nil
			}
			null = null || answers.IsNull(from+j)
		}
		if null {
			out.Null()
		} else {
			vec.Put(out, false)
		}
		return nil
	})}
