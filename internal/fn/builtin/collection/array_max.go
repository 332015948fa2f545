package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// ArrayMax is the largest element.
var ArrayMax = fn.Function{Name: "array_max", Group: "array_funcs",
	Doc:  fn.Describe("Returns the largest element that is not NULL.", fn.Params("col"), "SELECT array_max(array(1, 20, NULL, 3))", "20"),
	Bind: elementExtreme(1)}
