package text

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// ILike is like without case.
var ILike = fn.Function{Name: "ilike", Group: "predicate_funcs",
	Doc:  fn.Describe("Tells whether the text matches a pattern without regard to case.", fn.Params("str", "pattern", "escapeChar?"), "SELECT ilike('Spark', '_PARK')", "true"),
	Bind: like(true)}
