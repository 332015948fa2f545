package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// regression binds the regr_ functions: y is the first argument, x the second.
func regression(value func(s *comoments) (float64, bool)) fn.Binder { return ofPairs(value) }
