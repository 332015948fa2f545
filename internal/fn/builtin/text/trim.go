package text

import (
	"strings"

	"github.com/flintlake/flintlake/internal/fn"
)

// Trim takes blanks, or given characters, off both ends.
var Trim = fn.Function{Name: "trim", Group: "string_funcs",
	Doc:  fn.Describe("Removes blanks, or the given characters, from both ends.", fn.Params("col", "trim?"), "SELECT trim('  SparkSQL  ')", "SparkSQL"),
	Bind: trimmer(true, trimBoth, strings.Trim)}
