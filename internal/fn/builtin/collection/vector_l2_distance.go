package collection

import (
	"math"

	"github.com/flintlake/flintlake/internal/fn"
)

// VectorL2Distance is the distance of two points.
var VectorL2Distance = fn.Function{Name: "vector_l2_distance", Group: "vector_funcs",
	Doc: fn.Describe("Returns the Euclidean distance of two vectors.", fn.Params("left", "right"), "SELECT vector_l2_distance(array(1.0F, 2.0F), array(4.0F, 6.0F))", "5.0"),
	Bind: onVectors(func(a, b []float32) (float32, bool) {
		sum := 0.0
		for i, x := range a {
			d := float64(x) - float64(b[i])
			sum += d * d
		}
		return float32(math.Sqrt(sum)), true
	})}
