package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// CollectSet gathers the distinct values in an array.
var CollectSet = fn.Function{Name: "collect_set", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the distinct values that are not NULL as an array, in no particular order.", fn.Params("col"), "SELECT size(collect_set(a)) FROM VALUES (1), (2), (1) AS t(a)", "2"),
	Bind: collect(true)}
