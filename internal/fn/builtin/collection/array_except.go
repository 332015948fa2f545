package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArrayExcept is the difference without repetition.
var ArrayExcept = fn.Function{Name: "array_except", Group: "array_funcs",
	Doc: fn.Describe("Returns the elements of the first array that the second lacks, without repetition.", fn.Params("col1", "col2"), "SELECT array_except(array(1, 2, 3), array(1, 3, 5))", "[2]"),
	Bind: setOperation(func(r fn.Row, out *vec.Builder) {
		seen := newKeySet()
		elements(r, 1, func(e *vec.Vector, j int) { seen.add(e, j) })
		elements(r, 0, func(e *vec.Vector, j int) {
			if seen.add(e, j) {
				out.From(e, j)
			}
		})
	}, func(a, _ bool) bool { return a })}
