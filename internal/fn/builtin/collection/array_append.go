package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArrayAppend adds at the end.
var ArrayAppend = fn.Function{Name: "array_append", Group: "array_funcs",
	Doc:  fn.Describe("Returns the array with the element added at the end.", fn.Params("col", "value"), "SELECT array_append(array('b', 'd'), 'c')", `["b","d","c"]`),
	Bind: extend(false)}

func extend(front bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, t, err := withElement(c)
		if err != nil {
			return nil, err
		}
		t.ContainsNull = t.ContainsNull || args[1].Nullable()
		return &fn.Bound{Args: args, Type: t, Nullable: args[0].Nullable(), Kernel: fn.AllRows(t, func(r fn.Row, out *vec.Builder) error {
			if r.Null(0) {
				out.Null()
				return nil
			}
			if front {
				appendArgument(r, 1, out.Child(0))
			}
			elements(r, 0, out.Child(0).From)
			if !front {
				appendArgument(r, 1, out.Child(0))
			}
			out.EndList()
			return nil
		})}, nil
	}
}
