package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// IsNotNull is a IS NOT NULL.
var IsNotNull = fn.Function{Name: "isnotnull", Group: "predicate_funcs",
	Doc:  fn.Describe("Tells whether the value is not NULL.", fn.Params("col"), "SELECT isnotnull(1)", "true"),
	Bind: nullTest(true)}
