package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// VectorNormalize scales a vector to length one.
var VectorNormalize = fn.Function{Name: "vector_normalize", Group: "vector_funcs",
	Doc: fn.Describe("Divides a vector by its norm of degree 1, 2 (the default) or infinity; NULL when that is zero.", fn.Params("vector", "degree?"),
		"SELECT vector_normalize(array(3.0F, 4.0F))", "[0.6,0.8]"),
	Bind: normed(floats, func(v []float32, degree float64, out *vec.Builder) {
		n := norm(v, degree)
		if n == 0 && len(v) > 0 {
			out.Null()
			return
		}
		for _, x := range v {
			vec.Put(out.Child(0), float32(float64(x)/n))
		}
		out.EndList()
	})}
