package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArrayJoin joins the elements as text.
var ArrayJoin = fn.Function{Name: "array_join", Group: "array_funcs",
	Doc: fn.Describe("Joins the elements with a delimiter; NULLs are left out or written as `nullReplacement`.", fn.Params("col", "delimiter:string", "null_replacement:string?"),
		"SELECT array_join(array('hello', NULL, 'world'), ' ', ',')", "hello , world"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 3, fn.Exact(types.ArrayType{Element: types.String, ContainsNull: true}), fn.AnyString, fn.AnyString)
		if err != nil {
			return nil, err
		}
		return &fn.Bound{Args: args, Type: types.String, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(types.String, func(r fn.Row, out *vec.Builder) error {
			var b []byte
			first := true
			elements(r, 0, func(e *vec.Vector, j int) {
				null := e.IsNull(j)
				if null && r.Len() < 3 {
					return
				}
				if !first {
					b = append(b, r.Text(1)...)
				}
				first = false
				if null {
					b = append(b, r.Text(2)...)
				} else {
					b = append(b, vec.Values[vec.View](e.Base())[e.Slot(j)].Bytes()...)
				}
			})
			out.Text(b)
			return nil
		})}, nil
	}}
