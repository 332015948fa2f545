package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// TransformValues maps the values of a map.
var TransformValues = fn.Function{Name: "transform_values", Group: "lambda_funcs",
	Doc: fn.Describe("Replaces each value of a map by a function of key and value.", fn.Params("col", "f:lambda"), "SELECT transform_values(map(1, 1), (k, v) -> v + 1)", "{1:2}"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		m, ok := c.Args[0].Type().(types.MapType)
		if !ok {
			return nil, c.Unexpected(0, fn.AnyMap)
		}
		l, err := lambda(c, 1)
		if err != nil {
			return nil, err
		}
		t := types.MapType{Key: m.Key, Value: l.Body.Type(), ValueContainsNull: l.Body.Nullable()}
		return &fn.Bound{Args: []expr.Expr{c.Args[0], l}, Type: t, Nullable: c.Args[0].Nullable(), HigherOrder: overElements(t, func(e *vec.Vector, span vec.Span, answers *vec.Vector, from int, out *vec.Builder) error {
			for j := range int(span.Size) {
				out.Child(0).From(e.Children[0], int(span.Offset)+j)
				out.Child(1).From(answers, from+j)
			}
			out.EndList()
			return nil
		})}, nil
	}}
