package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Filter keeps the elements for which a condition is true.
var Filter = fn.Function{Name: "filter", Group: "lambda_funcs",
	Doc: fn.Describe("Returns the elements for which the function is true; a second parameter is the place, counted from 0.", fn.Params("col", "f:lambda"), "SELECT filter(array(1, 2, 3), x -> x % 2 == 1)", "[1,3]"),
	Bind: predicate(func(t types.ArrayType) (types.DataType, bool) { return t, false }, func(e *vec.Vector, span vec.Span, answers *vec.Vector, from int, out *vec.Builder) error {
		for j := range int(span.Size) {
			if isTrue(answers, from+j) {
				out.Child(0).From(e.Children[0], int(span.Offset)+j)
			}
		}
		out.EndList()
		return nil
	})}
