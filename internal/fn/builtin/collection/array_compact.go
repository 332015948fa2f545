package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArrayCompact drops nulls.
var ArrayCompact = fn.Function{Name: "array_compact", Group: "array_funcs",
	Doc: fn.Describe("Returns the array without NULLs.", fn.Params("col"), "SELECT array_compact(array(1, NULL, 2))", "[1,2]"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		b, err := oneArray(func(r fn.Row, _ vec.Comparer, out *vec.Builder) error {
			elements(r, 0, func(e *vec.Vector, j int) {
				if !e.IsNull(j) {
					out.Child(0).From(e, j)
				}
			})
			out.EndList()
			return nil
		})(c)
		if b != nil {
			b.Type = types.ArrayType{Element: elementOf(b.Args[0]).Element}
		}
		return b, err
	}}
