package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// MapFilter keeps the entries for which a condition is true.
var MapFilter = fn.Function{Name: "map_filter", Group: "lambda_funcs",
	Doc: fn.Describe("Returns the entries for which the function of key and value is true.", fn.Params("col", "f:lambda"), "SELECT map_filter(map(1, 0, 2, 2), (k, v) -> k > v)", "{1:0}"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		t, ok := c.Args[0].Type().(types.MapType)
		if !ok {
			return nil, c.Unexpected(0, fn.AnyMap)
		}
		l, err := lambda(c, 1)
		if err != nil {
			return nil, err
		}
		return &fn.Bound{Args: []expr.Expr{c.Args[0], l}, Type: t, Nullable: c.Args[0].Nullable(), HigherOrder: overElements(t, func(e *vec.Vector, span vec.Span, answers *vec.Vector, from int, out *vec.Builder) error {
			for j := range int(span.Size) {
				if isTrue(answers, from+j) {
					out.Child(0).From(e.Children[0], int(span.Offset)+j)
					out.Child(1).From(e.Children[1], int(span.Offset)+j)
				}
			}
			out.EndList()
			return nil
		})}, nil
	}}
