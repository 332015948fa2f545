package ranking

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// PercentRank is the rank scaled to 0 … 1.
var PercentRank = fn.Function{Name: "percent_rank", Group: "window_funcs", Kind: fn.Window,
	Doc:  fn.Describe("Returns (rank - 1) / (rows in the partition - 1).", nil, "SELECT percent_rank() OVER (ORDER BY a) FROM VALUES (7) AS t(a)", "0.0"),
	Bind: rank("percent_rank", types.Double)}
