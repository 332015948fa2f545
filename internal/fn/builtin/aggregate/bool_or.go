package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// BoolOr is true when one value is.
var BoolOr = fn.Function{Name: "bool_or", Aliases: []string{"some", "any"}, Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Tells whether a value is true.", fn.Params("col"), "SELECT bool_or(a) FROM VALUES (true), (false) AS t(a)", "true"),
	Bind: truth(func(a, b bool) bool { return a || b })}
