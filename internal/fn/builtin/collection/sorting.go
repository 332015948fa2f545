package collection

import (
	"slices"

	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// sorted appends the elements in an order.
func sorted(r fn.Row, out *vec.Builder, order func(v *vec.Vector, i, j int) int) {
	children, span := r.List(0)
	rows := make([]int, span.Size)
	for k := range rows {
		rows[k] = int(span.Offset) + k
	}
	slices.SortStableFunc(rows, func(i, j int) int { return order(children[0], i, j) })
	for _, j := range rows {
		out.Child(0).From(children[0], j)
	}
	out.EndList()
}
