package date

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// UnixSeconds is the seconds since the epoch.
var UnixSeconds = fn.Function{Name: "unix_seconds", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the seconds since 1970-01-01 UTC.", fn.Params("col"), "SELECT unix_seconds(TIMESTAMP('1970-01-01 00:00:01Z'))", "1"),
	Bind: since(1_000_000)}
