package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Multiply is a * b.
var Multiply = fn.Function{Name: "*", Group: "math_funcs",
	Doc:  fn.Describe("Returns `expr1` * `expr2`.", fn.Params("expr1", "expr2"), "SELECT 2 * 3", "6"),
	Bind: arithmetic(multiply, false)}
