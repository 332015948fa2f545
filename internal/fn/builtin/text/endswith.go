package text

import (
	"strings"

	"github.com/flintlake/flintlake/internal/fn"
)

// EndsWith tests the end.
var EndsWith = fn.Function{Name: "endswith", Group: "string_funcs",
	Doc:  fn.Describe("Tells whether the left text ends with the right one.", fn.Params("str", "suffix"), "SELECT endswith('Spark SQL', 'SQL')", "true"),
	Bind: textTest(strings.HasSuffix)}
