package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArraysOverlap tests for a common element.
var ArraysOverlap = fn.Function{Name: "arrays_overlap", Group: "array_funcs",
	Doc: fn.Describe("Tells whether the arrays share an element that is not NULL; NULL when they share none, both have elements and one has a NULL.", fn.Params("a1", "a2"),
		"SELECT arrays_overlap(array(1, 2, 3), array(3, 4, 5))", "true"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, t, err := twoArrays(c)
		if err != nil {
			return nil, err
		}
		return &fn.Bound{Args: args, Type: types.Boolean, Nullable: fn.AnyNullable(args) || t.ContainsNull, Kernel: fn.Rows(types.Boolean, func(r fn.Row, out *vec.Builder) error {
			left := newKeySet()
			nulls, found := false, false
			elements(r, 0, func(e *vec.Vector, j int) {
				nulls = nulls || e.IsNull(j)
				left.add(e, j)
			})
			elements(r, 1, func(e *vec.Vector, j int) {
				nulls = nulls || e.IsNull(j)
				found = found || !e.IsNull(j) && left.has(e, j)
			})
			if !found && nulls && size(r, 0) > 0 && size(r, 1) > 0 {
				out.Null()
			} else {
				vec.Put(out, found)
			}
			return nil
		})}, nil
	}}
