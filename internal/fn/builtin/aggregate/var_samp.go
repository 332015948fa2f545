package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// VarSamp is the sample variance.
var VarSamp = fn.Function{Name: "var_samp", Aliases: []string{"variance"}, Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the sample variance; NULL for fewer than two values.", fn.Params("col"), "SELECT var_samp(a) FROM VALUES (1), (3) AS t(a)", "2.0"),
	Bind: momentOf(func(s *moments) (float64, bool) { return s.m2 / (s.n - 1), s.n > 1 })}
