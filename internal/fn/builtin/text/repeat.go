package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Repeat writes a text several times.
var Repeat = fn.Function{Name: "repeat", Group: "string_funcs",
	Doc: fn.Describe("Returns the text `n` times.", fn.Params("col", "n:int"), "SELECT repeat('123', 2)", "123123"),
	Bind: fn.Fixed(types.String, fn.Text2(types.String, func(dst []byte, s string, n int32) []byte {
		for ; n > 0; n-- {
			dst = append(dst, s...)
		}
		return dst
	}), fn.AnyString, fn.Exact(types.Integer))}
