package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TrySubtract is - that gives null on overflow.
var TrySubtract = fn.Function{Name: "try_subtract", Group: "math_funcs",
	Doc:  fn.Describe("Returns the difference, or NULL when it does not fit.", fn.Params("left", "right"), "SELECT try_subtract(-2147483648, 1)", "NULL"),
	Bind: arithmetic(subtract, true)}
