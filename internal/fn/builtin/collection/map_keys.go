package collection

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// MapKeys are the keys of a map.
var MapKeys = fn.Function{Name: "map_keys", Group: "map_funcs",
	Doc:  fn.Describe("Returns the keys of a map.", fn.Params("col"), "SELECT map_keys(map(1, 'a', 2, 'b'))", "[1,2]"),
	Bind: part(0)}
