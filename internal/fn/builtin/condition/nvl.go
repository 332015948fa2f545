package condition

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Nvl is coalesce of two.
var Nvl = fn.Function{Name: "nvl", Group: "conditional_funcs",
	Doc:  fn.Describe("Returns the second argument when the first is NULL.", fn.Params("col1", "col2"), "SELECT nvl(NULL, 1)", "1"),
	Bind: two}
