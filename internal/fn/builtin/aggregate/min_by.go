package aggregate

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// MinBy is the value of the row with the smallest key.
var MinBy = fn.Function{Name: "min_by", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Returns the value of `col` where `ord` is smallest.", fn.Params("col", "ord"),
		"SELECT min_by(a, b) FROM VALUES ('x', 1), ('y', 2) AS t(a, b)", "x"),
	Bind: extremeBy(-1)}
