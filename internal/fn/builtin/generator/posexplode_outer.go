package generator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// PosExplodeOuter is posexplode that keeps rows without elements.
var PosExplodeOuter = fn.Function{Name: "posexplode_outer", Group: "generator_funcs", Kind: fn.Generator,
	Doc:  fn.Describe("Puts out a row for each element with its place, and one of NULLs where there is none.", fn.Params("col"), "SELECT posexplode_outer(array(10, 20))", "0\t10\n1\t20"),
	Bind: explode(true, true)}
