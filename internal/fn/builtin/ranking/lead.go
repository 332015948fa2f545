package ranking

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Lead is the value of a later row.
var Lead = fn.Function{Name: "lead", Group: "window_funcs", Kind: fn.Window,
	Doc:  fn.Describe("Returns the value `offset` rows after the current row, else `default`.", fn.Params("col", "offset:int?", "default:literal?"), "SELECT lead(a) OVER (ORDER BY a) FROM VALUES (7) AS t(a)", "NULL"),
	Bind: offset("lead")}
