package generator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// PosExplode is explode with the place of the element.
var PosExplode = fn.Function{Name: "posexplode", Group: "generator_funcs", Kind: fn.Generator,
	Doc:  fn.Describe("Puts out a row for each element with its place, counted from 0.", fn.Params("col"), "SELECT posexplode(array(10, 20))", "0\t10\n1\t20"),
	Bind: explode(true, false)}
