package collection

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArraysZip pairs the elements of arrays.
var ArraysZip = fn.Function{Name: "arrays_zip", Group: "array_funcs",
	Doc: fn.Describe("Returns an array of structs of the elements at the same place; short arrays are filled up with NULLs.", fn.Params("cols..."), "SELECT arrays_zip(array(1, 2), array(2, 3))", `[{"0":1,"1":2},{"0":2,"1":3}]`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		s := types.StructType{}
		args := make([]expr.Expr, len(c.Args))
		for i, a := range c.Args {
			e, err := arrayArgument(c, i)
			if err != nil {
				return nil, err
			}
			args[i] = e
			name := strconv.Itoa(i)
			switch n := a.(type) {
			case *expr.Attribute:
				name = n.Name
			case *expr.Alias:
				name = n.Name
			case *expr.GetField:
				name = n.Name
			}
			s.Fields = append(s.Fields, types.StructField{Name: name, Type: elementOf(e).Element, Nullable: true})
		}
		t := types.ArrayType{Element: s}
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			n := 0
			for k := range r.Len() {
				n = max(n, size(r, k))
			}
			for i := range n {
				for k := range r.Len() {
					children, span := r.List(k)
					if i < int(span.Size) {
						out.Child(0).Child(k).From(children[0], int(span.Offset)+i)
					} else {
						out.Child(0).Child(k).Null()
					}
				}
				out.Child(0).EndStruct()
			}
			out.EndList()
			return nil
		})}, nil
	}}
