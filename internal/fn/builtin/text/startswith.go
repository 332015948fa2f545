package text

import (
	"strings"

	"github.com/flintlake/flintlake/internal/fn"
)

// StartsWith tests the beginning.
var StartsWith = fn.Function{Name: "startswith", Group: "string_funcs",
	Doc:  fn.Describe("Tells whether the left text begins with the right one.", fn.Params("str", "prefix"), "SELECT startswith('Spark SQL', 'Spark')", "true"),
	Bind: textTest(strings.HasPrefix)}
