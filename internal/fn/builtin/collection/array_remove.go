package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArrayRemove drops a value.
var ArrayRemove = fn.Function{Name: "array_remove", Group: "array_funcs",
	Doc: fn.Describe("Returns the array without the elements equal to the value.", fn.Params("col", "element"), "SELECT array_remove(array(1, 2, 3, 3), 3)", "[1,2]"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, t, err := withElement(c)
		if err != nil {
			return nil, err
		}
		order := vec.NewComparer(t.Element)
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			v, i := r.At(1)
			elements(r, 0, func(e *vec.Vector, j int) {
				if e.IsNull(j) || order(e, j, v, i) != 0 {
					out.Child(0).From(e, j)
				}
			})
			out.EndList()
			return nil
		})}, nil
	}}
