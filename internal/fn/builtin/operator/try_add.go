package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TryAdd is + that gives null on overflow.
var TryAdd = fn.Function{Name: "try_add", Group: "math_funcs",
	Doc:  fn.Describe("Returns the sum, or NULL when it does not fit.", fn.Params("left", "right"), "SELECT try_add(2147483647, 1)", "NULL"),
	Bind: arithmetic(add, true)}
