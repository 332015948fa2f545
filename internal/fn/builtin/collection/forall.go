package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ForAll tells whether a condition is true for all elements.
var ForAll = fn.Function{Name: "forall", Group: "lambda_funcs",
	Doc: fn.Describe("Tells whether the function is true for all elements.", fn.Params("col", "f:lambda"), "SELECT forall(array(1, 2, 3), x -> x % 2 == 0)", "false"),
	Bind: predicate(func(types.ArrayType) (types.DataType, bool) { return types.Boolean, true }, func(_ *vec.Vector, span vec.Span, answers *vec.Vector, from int, out *vec.Builder) error {
		null := false
		for j := range int(span.Size) {
			switch {
			case answers.IsNull(from + j):
				null = true
			case !vec.At[bool](answers, from+j):
				vec.Put(out, false)
				return nil
			}
		}
		if null {
			out.Null()
		} else {
			vec.Put(out, true)
		}
		return nil
	})}
