package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// BoolAnd is true when all values are.
var BoolAnd = fn.Function{Name: "bool_and", Aliases: []string{"every"}, Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Tells whether all values are true.", fn.Params("col"), "SELECT bool_and(a) FROM VALUES (true), (false) AS t(a)", "false"),
	Bind: truth(func(a, b bool) bool { return a && b })}
