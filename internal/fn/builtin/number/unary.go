package number

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// unary binds a function of one DOUBLE.
func unary(f func(float64) float64) fn.Binder {
	return fn.FixedNullable(types.Double, fn.Map1(types.Double, f), fn.Exact(types.Double))
}

// partial binds a function of one DOUBLE that is null at or below a bound.
func partial(f func(float64) float64, above float64) fn.Binder {
	return fn.FixedNullable(types.Double, fn.Try1(types.Double, func(v float64) (float64, bool, error) { return f(v), !(v <= above), nil }), fn.Exact(types.Double))
}
