package ranking

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// RowNumber numbers the rows of a partition.
var RowNumber = fn.Function{Name: "row_number", Group: "window_funcs", Kind: fn.Window,
	Doc:  fn.Describe("Numbers the rows of a partition from 1, in the order of the window.", nil, "SELECT row_number() OVER (ORDER BY a) FROM VALUES (7) AS t(a)", "1"),
	Bind: rank("row_number", types.Integer)}
