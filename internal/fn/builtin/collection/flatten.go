package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Flatten joins the arrays in an array.
var Flatten = fn.Function{Name: "flatten", Group: "array_funcs",
	Doc: fn.Describe("Returns the elements of all arrays in an array; NULL when one of them is NULL.", fn.Params("col"), "SELECT flatten(array(array(1, 2), array(3, 4)))", "[1,2,3,4]"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		outer := elementOf(c.Args[0])
		t, ok := outer.Element.(types.ArrayType)
		if !ok {
			return nil, c.Mismatch("UNEXPECTED_INPUT_TYPE", "paramIndex", "first", "requiredType", `"ARRAY" of "ARRAY"`, "inputSql", `"`+c.ArgText(c.Args[0])+`"`, "inputType", `"`+c.Args[0].Type().SQL()+`"`)
		}
		return &fn.Bound{Args: c.Args, Type: t, Nullable: c.Args[0].Nullable() || outer.ContainsNull, Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			children, span := r.List(0)
			lists := children[0]
			for j := span.Offset; j < span.Offset+span.Size; j++ {
				if lists.IsNull(int(j)) {
					out.Null()
					return nil
				}
			}
			for j := span.Offset; j < span.Offset+span.Size; j++ {
				b := lists.Base()
				s := vec.Values[vec.Span](b)[lists.Slot(int(j))]
				for i := s.Offset; i < s.Offset+s.Size; i++ {
					out.Child(0).From(b.Children[0], int(i))
				}
			}
			out.EndList()
			return nil
		})}, nil
	}}
