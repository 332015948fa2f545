package text

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// RPad fills up on the right.
var RPad = fn.Function{Name: "rpad", Group: "string_funcs",
	Doc:  fn.Describe("Fills the text up to `len` characters on the right, or cuts it to them.", fn.Params("col", "len:int", "pad:string?"), "SELECT rpad('hi', 5, '??')", "hi???"),
	Bind: pad(false)}
