package date

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// UnixMillis is the milliseconds since the epoch.
var UnixMillis = fn.Function{Name: "unix_millis", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the milliseconds since 1970-01-01 UTC.", fn.Params("col"), "SELECT unix_millis(TIMESTAMP('1970-01-01 00:00:01Z'))", "1000"),
	Bind: since(1000)}
