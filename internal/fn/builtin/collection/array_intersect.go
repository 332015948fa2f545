package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArrayIntersect is the intersection without repetition.
var ArrayIntersect = fn.Function{Name: "array_intersect", Group: "array_funcs",
	Doc: fn.Describe("Returns the elements that both arrays have, without repetition.", fn.Params("col1", "col2"), "SELECT array_intersect(array(1, 2, 3), array(1, 3, 5))", "[1,3]"),
	Bind: setOperation(func(r fn.Row, out *vec.Builder) {
		right, seen := newKeySet(), newKeySet()
		elements(r, 1, func(e *vec.Vector, j int) { right.add(e, j) })
		elements(r, 0, func(e *vec.Vector, j int) {
			if right.has(e, j) && seen.add(e, j) {
				out.From(e, j)
			}
		})
	}, func(a, b bool) bool { return a && b })}
