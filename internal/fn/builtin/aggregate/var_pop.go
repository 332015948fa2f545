package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// VarPop is the population variance.
var VarPop = fn.Function{Name: "var_pop", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the population variance.", fn.Params("col"), "SELECT var_pop(a) FROM VALUES (1), (3) AS t(a)", "1.0"),
	Bind: momentOf(func(s *moments) (float64, bool) { return s.m2 / s.n, true })}
