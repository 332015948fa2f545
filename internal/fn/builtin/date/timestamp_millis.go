package date

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TimestampMillis takes milliseconds since the epoch.
var TimestampMillis = fn.Function{Name: "timestamp_millis", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the timestamp that many milliseconds after 1970-01-01 UTC.", fn.Params("col"), "SELECT timestamp_millis(1230219000123)", "2008-12-25 15:30:00.123"),
	Bind: scaled(1000)}
