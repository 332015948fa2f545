package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArrayUnion is the union without repetition.
var ArrayUnion = fn.Function{Name: "array_union", Group: "array_funcs",
	Doc: fn.Describe("Returns the elements of both arrays without repetition.", fn.Params("col1", "col2"), "SELECT array_union(array(1, 2, 3), array(1, 3, 5))", "[1,2,3,5]"),
	Bind: setOperation(func(r fn.Row, out *vec.Builder) {
		seen := newKeySet()
		for k := range 2 {
			elements(r, k, func(e *vec.Vector, j int) {
				if seen.add(e, j) {
					out.From(e, j)
				}
			})
		}
	}, func(a, b bool) bool { return a || b })}
