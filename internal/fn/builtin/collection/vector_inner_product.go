package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// VectorInnerProduct is the sum of products.
var VectorInnerProduct = fn.Function{Name: "vector_inner_product", Group: "vector_funcs",
	Doc:  fn.Describe("Returns the sum of the products of two vectors' elements.", fn.Params("left", "right"), "SELECT vector_inner_product(array(1.0F, 2.0F), array(3.0F, 4.0F))", "11.0"),
	Bind: onVectors(func(a, b []float32) (float32, bool) { return float32(product(a, b)), true })}

func product(a, b []float32) float64 {
	sum := 0.0
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}
