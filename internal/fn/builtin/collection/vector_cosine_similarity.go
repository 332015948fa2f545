package collection

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// VectorCosineSimilarity compares directions.
var VectorCosineSimilarity = fn.Function{Name: "vector_cosine_similarity", Group: "vector_funcs",
	Doc: fn.Describe("Returns the cosine of the angle between two vectors; NULL when one is zero.", fn.Params("left", "right"),
		"SELECT vector_cosine_similarity(array(1.0F, 0.0F), array(0.0F, 1.0F))", "0.0"),
	Bind: onVectors(func(a, b []float32) (float32, bool) {
		left, right := product(a, a), product(b, b)
		if left == 0 || right == 0 {
			return float32(math.NaN()), math.IsNaN(left) || math.IsNaN(right)
		}
		return float32(product(a, b) / math.Sqrt(left*right)), true
	})}
