package aggregate

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// regression binds the functions of the regression line of y (the first argument) on x: in the state x is x.
func regression(value func(s *comoments) (float64, bool)) fn.Binder {
	bind := ofPairs(value)
	return func(c *fn.Call) (*fn.Bound, error) {
		b, err := bind(c)
		if err == nil {
			b.Args = []expr.Expr{b.Args[1], b.Args[0]}
		}
		return b, err
	}
}
