package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Transform maps the elements.
var Transform = fn.Function{Name: "transform", Group: "lambda_funcs",
	Doc: fn.Describe("Applies a function to each element; a second parameter is the place, counted from 0.", fn.Params("col", "f:lambda"), "SELECT transform(array(1, 2, 3), x -> x + 1)", "[2,3,4]"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		a, err := arrayArgument(c, 0)
		if err != nil {
			return nil, err
		}
		l, err := lambda(c, 1)
		if err != nil {
			return nil, err
		}
		t := types.ArrayType{Element: l.Body.Type(), ContainsNull: l.Body.Nullable()}
		return &fn.Bound{Args: []expr.Expr{a, l}, Type: t, Nullable: a.Nullable(), HigherOrder: overElements(t, func(_ *vec.Vector, span vec.Span, answers *vec.Vector, from int, out *vec.Builder) error {
			for j := range int(span.Size) {
				out.Child(0).From(answers, from+j)
			}
			out.EndList()
			return nil
		})}, nil
	}}
