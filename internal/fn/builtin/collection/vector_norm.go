package collection

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

const maxFloat = math.MaxFloat32

// VectorNorm is the length of a vector.
var VectorNorm = fn.Function{Name: "vector_norm", Group: "vector_funcs",
	Doc:  fn.Describe("Returns the norm of a vector of degree 1, 2 (the default) or infinity.", fn.Params("vector", "degree?"), "SELECT vector_norm(array(3.0F, 4.0F))", "5.0"),
	Bind: normed(types.Float, func(v []float32, degree float64, out *vec.Builder) { vec.Put(out, float32(norm(v, degree))) })}

func norm(v []float32, degree float64) float64 {
	sum := 0.0
	for _, x := range v {
		switch f := float64(x); {
		case degree == 1:
			sum += math.Abs(f)
		case degree == 2:
			sum += f * f
		default:
			sum = math.Max(sum, math.Abs(f))
		}
	}
	if degree == 2 {
		return math.Sqrt(sum)
	}
	return sum
}
