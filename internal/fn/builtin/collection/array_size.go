package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// ArraySize counts the elements of an array.
var ArraySize = fn.Function{Name: "array_size", Group: "array_funcs",
	Doc:  fn.Describe("Returns the number of elements of an array.", fn.Params("col"), "SELECT array_size(array('b', 'd'))", "2"),
	Bind: fn.Fixed(types.Integer, countElements, fn.AnyArray)}
