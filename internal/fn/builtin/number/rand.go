package number

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Rand is a uniform random number.
var Rand = fn.Function{Name: "rand", Aliases: []string{"random"}, Group: "math_funcs", NonDeterministic: true,
	Doc: fn.Describe("Returns a random number of [0, 1), uniformly distributed.", fn.Params("seed:int?")),
	Bind: random(func(x *xorShift, n int, put func(int, float64)) {
		for i := range n {
			put(i, x.double())
		}
	})}
