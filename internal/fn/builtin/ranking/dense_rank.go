package ranking

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// DenseRank numbers rows without gaps.
var DenseRank = fn.Function{Name: "dense_rank", Group: "window_funcs", Kind: fn.Window,
	Doc:  fn.Describe("Numbers the distinct places in the order of the window.", nil, "SELECT dense_rank() OVER (ORDER BY a) FROM VALUES (7) AS t(a)", "1"),
	Bind: rank("dense_rank", types.Integer)}
