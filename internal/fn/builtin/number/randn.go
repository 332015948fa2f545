package number

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// RandN is a normal random number.
var RandN = fn.Function{Name: "randn", Group: "math_funcs", NonDeterministic: true,
	Doc: fn.Describe("Returns a random number of the standard normal distribution.", fn.Params("seed:int?")),
	Bind: random(func(x *xorShift, n int, put func(int, float64)) {
		for i := 0; i < n; i += 2 {
			a, b := x.gaussian()
			put(i, a)
			if i+1 < n {
				put(i+1, b)
			}
		}
	})}
