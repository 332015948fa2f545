package ranking

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// CumeDist is the share of rows up to and with this one.
var CumeDist = fn.Function{Name: "cume_dist", Group: "window_funcs", Kind: fn.Window,
	Doc:  fn.Describe("Returns the share of rows that come before or are equal in order.", nil, "SELECT cume_dist() OVER (ORDER BY a) FROM VALUES (7) AS t(a)", "1.0"),
	Bind: rank("cume_dist", types.Double)}
