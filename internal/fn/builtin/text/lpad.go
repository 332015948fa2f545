package text

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// LPad fills up on the left.
var LPad = fn.Function{Name: "lpad", Group: "string_funcs",
	Doc:  fn.Describe("Fills the text up to `len` characters on the left, or cuts it to them.", fn.Params("col", "len:int", "pad:string?"), "SELECT lpad('hi', 5, '??')", "???hi"),
	Bind: pad(true)}
