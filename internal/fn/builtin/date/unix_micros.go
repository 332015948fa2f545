package date

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// UnixMicros is the microseconds since the epoch.
var UnixMicros = fn.Function{Name: "unix_micros", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the microseconds since 1970-01-01 UTC.", fn.Params("col"), "SELECT unix_micros(TIMESTAMP('1970-01-01 00:00:01Z'))", "1000000"),
	Bind: since(1)}
