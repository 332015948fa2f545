package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Space is a number of blanks.
var Space = fn.Function{Name: "space", Group: "string_funcs",
	Doc: fn.Describe("Returns `n` blanks.", fn.Params("col"), "SELECT concat(space(2), '1')", "  1"),
	Bind: fn.Fixed(types.String, fn.Text1(types.String, func(dst []byte, n int32) []byte {
		for ; n > 0; n-- {
			dst = append(dst, ' ')
		}
		return dst
	}), fn.Exact(types.Integer))}
