package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Last is the last value met.
var Last = fn.Function{Name: "last", Aliases: []string{"last_value"}, Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Returns the last value of a group; with `ignorenulls` the last that is not NULL. The order is that of the input.",
		fn.Params("col", "ignorenulls:bool?"), "SELECT last(a) FROM VALUES (1), (2) AS t(a)", "2"),
	Bind: firstOrLast(func(v *vec.Vector, i int, _ *vec.Vector, ignore bool) bool { return !(ignore && v.IsNull(i)) })}
