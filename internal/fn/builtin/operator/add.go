package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Add is a + b.
var Add = fn.Function{Name: "+", Group: "math_funcs",
	Doc:  fn.Describe("Returns `expr1` + `expr2`.", fn.Params("expr1", "expr2"), "SELECT 1 + 2", "3"),
	Bind: arithmetic(add, false)}
