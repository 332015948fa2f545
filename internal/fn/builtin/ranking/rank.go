package ranking

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Rank numbers rows with gaps after ties.
var Rank = fn.Function{Name: "rank", Group: "window_funcs", Kind: fn.Window,
	Doc:  fn.Describe("Returns one plus the number of rows before the first row equal in order.", nil, "SELECT rank() OVER (ORDER BY a) FROM VALUES (7) AS t(a)", "1"),
	Bind: rank("rank", types.Integer)}
