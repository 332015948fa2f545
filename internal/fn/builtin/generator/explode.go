package generator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// Explode puts out a row per element.
var Explode = fn.Function{Name: "explode", Group: "generator_funcs", Kind: fn.Generator,
	Doc:  fn.Describe("Puts out a row for each element of an array, or each entry of a map.", fn.Params("col"), "SELECT explode(array(10, 20))", "10\n20"),
	Bind: explode(false, false)}
