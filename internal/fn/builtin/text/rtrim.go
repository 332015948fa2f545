package text

import (
	"strings"

	"github.com/flintlake/flintlake/internal/fn"
)

// RTrim takes blanks, or given characters, off the end.
var RTrim = fn.Function{Name: "rtrim", Group: "string_funcs",
	Doc:  fn.Describe("Removes blanks, or the given characters, from the end.", fn.Params("col", "trim?"), "SELECT rtrim('SparkSQL  ')", "SparkSQL"),
	Bind: trimmer(true, trimRight, strings.TrimRight)}
