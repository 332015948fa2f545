package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// ArrayPrepend adds at the beginning.
var ArrayPrepend = fn.Function{Name: "array_prepend", Group: "array_funcs",
	Doc:  fn.Describe("Returns the array with the element added at the beginning.", fn.Params("col", "value"), "SELECT array_prepend(array('b', 'd'), 'c')", `["c","b","d"]`),
	Bind: extend(true)}
