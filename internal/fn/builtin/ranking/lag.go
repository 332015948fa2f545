package ranking

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Lag is the value of an earlier row.
var Lag = fn.Function{Name: "lag", Group: "window_funcs", Kind: fn.Window,
	Doc:  fn.Describe("Returns the value `offset` rows before the current row, else `default`.", fn.Params("col", "offset:int?", "default:literal?"), "SELECT lag(a) OVER (ORDER BY a) FROM VALUES (7) AS t(a)", "NULL"),
	Bind: offset("lag")}
