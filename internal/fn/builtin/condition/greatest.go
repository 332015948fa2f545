package condition

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Greatest is the largest argument.
var Greatest = fn.Function{Name: "greatest", Group: "conditional_funcs",
	Doc:  fn.Describe("Returns the largest argument that is not NULL.", fn.Params("cols..."), "SELECT greatest(10, 9, 2)", "10"),
	Bind: extreme(1)}
