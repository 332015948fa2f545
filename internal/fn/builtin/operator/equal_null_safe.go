package operator

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// EqualNullSafe is a <=> b.
var EqualNullSafe = fn.Function{Name: "<=>", Aliases: []string{"equal_null"}, Group: "predicate_funcs",
	Doc:  fn.Describe("Tells whether the operands are equal or both NULL.", fn.Params("col1", "col2"), "SELECT NULL <=> NULL", "true"),
	Bind: comparison(expr.EqNullSafe)}
