package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Timestamp is a cast.
var Timestamp = fn.Function{Name: "timestamp", Group: "conversion_funcs",
	Doc:  fn.Describe("Casts to TIMESTAMP.", fn.Params("expr"), "SELECT timestamp('2024-02-29')", "2024-02-29 00:00:00"),
	Bind: castTo(types.Timestamp)}
