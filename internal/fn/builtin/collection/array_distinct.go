package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArrayDistinct drops repeated elements.
var ArrayDistinct = fn.Function{Name: "array_distinct", Group: "array_funcs",
	Doc: fn.Describe("Returns the array without repeated elements.", fn.Params("col"), "SELECT array_distinct(array(1, 2, 3, NULL, 3))", "[1,2,3,null]"),
	Bind: oneArray(func(r fn.Row, _ vec.Comparer, out *vec.Builder) error {
		seen := newKeySet()
		elements(r, 0, func(e *vec.Vector, j int) {
			if seen.add(e, j) {
				out.Child(0).From(e, j)
			}
		})
		out.EndList()
		return nil
	})}
