package text

import (
	"strings"

	"github.com/flintlake/flintlake/internal/fn"
)

// LTrim takes blanks, or given characters, off the beginning.
var LTrim = fn.Function{Name: "ltrim", Group: "string_funcs",
	Doc:  fn.Describe("Removes blanks, or the given characters, from the beginning.", fn.Params("col", "trim?"), "SELECT ltrim('  SparkSQL')", "SparkSQL"),
	Bind: trimmer(true, trimLeft, strings.TrimLeft)}
