package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArrayPosition is the first place of a value.
var ArrayPosition = fn.Function{Name: "array_position", Group: "array_funcs",
	Doc: fn.Describe("Returns the place of the first element equal to the value, counted from 1; 0 when there is none.", fn.Params("col", "value"), "SELECT array_position(array(312, 773, 708), 773)", "2"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, t, err := withElement(c)
		if err != nil {
			return nil, err
		}
		order := vec.NewComparer(t.Element)
		return &fn.Bound{Args: args, Type: types.Long, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(types.Long, func(r fn.Row, out *vec.Builder) error {
			v, i := r.At(1)
			at, n := int64(0), int64(0)
			elements(r, 0, func(e *vec.Vector, j int) {
				n++
				if at == 0 && !e.IsNull(j) && order(e, j, v, i) == 0 {
					at = n
				}
			})
			vec.Put(out, at)
			return nil
		})}, nil
	}}
