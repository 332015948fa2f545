package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// TransformKeys maps the keys of a map.
var TransformKeys = fn.Function{Name: "transform_keys", Group: "lambda_funcs",
	Doc: fn.Describe("Replaces each key of a map by a function of key and value.", fn.Params("col", "f:lambda"), "SELECT transform_keys(map(1, 1), (k, v) -> k + 1)", "{2:1}"),
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
		t := types.MapType{Key: l.Body.Type(), Value: m.Value, ValueContainsNull: m.ValueContainsNull}
		policy := dedup(c)
		return &fn.Bound{Args: []expr.Expr{c.Args[0], l}, Type: t, Nullable: c.Args[0].Nullable(), HigherOrder: overElements(t, func(e *vec.Vector, span vec.Span, answers *vec.Vector, from int, out *vec.Builder) error {
			b := newMapBuilder(out, policy)
			for j := range int(span.Size) {
				if err := b.put(answers, from+j, e.Children[1], int(span.Offset)+j); err != nil {
					return err
				}
			}
			b.end()
			return nil
		})}, nil
	}}
