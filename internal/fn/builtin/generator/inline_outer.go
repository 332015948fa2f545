package generator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// InlineOuter is inline that keeps rows without elements.
var InlineOuter = fn.Function{Name: "inline_outer", Group: "generator_funcs", Kind: fn.Generator,
	Doc:  fn.Describe("Puts out a row of fields for each struct of an array, and one of NULLs where there is none.", fn.Params("col"), "SELECT inline_outer(array(struct(1, 'a')))", "1\ta"),
	Bind: inline(true)}
