package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArrayContains finds a value in an array.
var ArrayContains = fn.Function{Name: "array_contains", Group: "array_funcs",
	Doc: fn.Describe("Tells whether the array has the value; NULL when it is not there and a NULL is.", fn.Params("col", "value"), "SELECT array_contains(array(1, 2, 3), 2)", "true"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if len(c.Args) == 2 && c.Args[1].Type().ID() == types.IDNull {
			return nil, c.Mismatch("NULL_TYPE", "functionName", c.ID())
		}
		args, t, err := withElement(c)
		if err != nil {
			return nil, err
		}
		order := vec.NewComparer(t.Element)
		return &fn.Bound{Args: args, Type: types.Boolean, Nullable: fn.AnyNullable(args) || t.ContainsNull, Kernel: fn.Rows(types.Boolean, func(r fn.Row, out *vec.Builder) error {
			v, i := r.At(1)
			found, hasNull := false, false
			elements(r, 0, func(e *vec.Vector, j int) {
				if e.IsNull(j) {
					hasNull = true
				} else {
					found = found || order(e, j, v, i) == 0
				}
			})
			if !found && hasNull {
				out.Null()
			} else {
				vec.Put(out, found)
			}
			return nil
		})}, nil
	}}
