package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// ArrayMin is the smallest element.
var ArrayMin = fn.Function{Name: "array_min", Group: "array_funcs",
	Doc:  fn.Describe("Returns the smallest element that is not NULL.", fn.Params("col"), "SELECT array_min(array(1, 20, NULL, 3))", "1"),
	Bind: elementExtreme(-1)}
