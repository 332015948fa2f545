package text

import (
	"strings"

	"github.com/flintlake/flintlake/internal/fn"
)

// BTrim is trim with its arguments in the other order.
var BTrim = fn.Function{Name: "btrim", Group: "string_funcs",
	Doc:  fn.Describe("Removes blanks, or the given characters, from both ends.", fn.Params("str", "trim?"), "SELECT btrim('xxSparkxx', 'x')", "Spark"),
	Bind: trimmer(false, trimBoth, strings.Trim)}
