package generator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// ExplodeOuter is explode that keeps rows without elements.
var ExplodeOuter = fn.Function{Name: "explode_outer", Group: "generator_funcs", Kind: fn.Generator,
	Doc:  fn.Describe("Puts out a row for each element of an array or map, and one of NULLs where there is none.", fn.Params("col"), "SELECT explode_outer(array(10, 20))", "10\n20"),
	Bind: explode(false, true)}
