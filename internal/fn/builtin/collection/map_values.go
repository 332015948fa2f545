package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// MapValues are the values of a map.
var MapValues = fn.Function{Name: "map_values", Group: "map_funcs",
	Doc:  fn.Describe("Returns the values of a map.", fn.Params("col"), "SELECT map_values(map(1, 'a', 2, 'b'))", `["a","b"]`),
	Bind: part(1)}
