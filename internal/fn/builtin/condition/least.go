package condition

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Least is the smallest argument.
var Least = fn.Function{Name: "least", Group: "conditional_funcs",
	Doc:  fn.Describe("Returns the smallest argument that is not NULL.", fn.Params("cols..."), "SELECT least(10, 9, 2)", "2"),
	Bind: extreme(-1)}
