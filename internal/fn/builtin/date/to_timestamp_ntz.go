package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// ToTimestampNTZ reads a timestamp without zone.
var ToTimestampNTZ = fn.Function{Name: "to_timestamp_ntz", Group: "datetime_funcs",
	Doc:  fn.Describe("Converts to a timestamp without time zone; texts by a pattern when one is given.", fn.Params("timestamp", "format:string?"), "SELECT to_timestamp_ntz('2016-12-31 00:12:00')", "2016-12-31 00:12:00"),
	Bind: parsing(types.TimestampNTZ, false)}
