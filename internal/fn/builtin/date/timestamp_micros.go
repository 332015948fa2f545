package date

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TimestampMicros takes microseconds since the epoch.
var TimestampMicros = fn.Function{Name: "timestamp_micros", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the timestamp that many microseconds after 1970-01-01 UTC.", fn.Params("col"), "SELECT timestamp_micros(1230219000123123)", "2008-12-25 15:30:00.123123"),
	Bind: scaled(1)}
