package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// ToTimestamp reads a timestamp.
var ToTimestamp = fn.Function{Name: "to_timestamp", Aliases: []string{"to_timestamp_ltz"}, Group: "datetime_funcs",
	Doc:  fn.Describe("Converts to a timestamp; texts by a pattern when one is given.", fn.Params("col", "format:string?"), "SELECT to_timestamp('2016-12-31', 'yyyy-MM-dd')", "2016-12-31 00:00:00"),
	Bind: parsing(types.Timestamp, false)}
