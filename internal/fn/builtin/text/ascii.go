package text

import (
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// ASCII is the code point of the first character.
var ASCII = fn.Function{Name: "ascii", Group: "string_funcs",
	Doc: fn.Describe("Returns the code point of the first character, 0 for the empty text.", fn.Params("col"), "SELECT ascii('222')", "50"),
	Bind: fn.Fixed(types.Integer, fn.Map1(types.Integer, func(s string) int32 {
		if s == "" {
			return 0
		}
		r, _ := utf8.DecodeRuneInString(s)
		return r
	}), fn.AnyString)}
