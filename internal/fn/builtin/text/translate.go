package text

import (
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Translate maps characters.
var Translate = fn.Function{Name: "translate", Group: "string_funcs",
	Doc: fn.Describe("Replaces each character of `matching` by the one at the same place of `replace`, or drops it when there is none.", fn.Params("srcCol", "matching:string", "replace:string"),
		"SELECT translate('AaBbCc', 'abc', '123')", "A1B2C3"),
	Bind: fn.Fixed(types.String, fn.Text3(types.String, func(dst []byte, s, matching, with string) []byte {
		m, w := []rune(matching), []rune(with)
	characters:
		for _, r := range s {
			for i, x := range m {
				if x == r {
					if i < len(w) {
						dst = utf8.AppendRune(dst, w[i])
					}
					continue characters
				}
			}
			dst = utf8.AppendRune(dst, r)
		}
		return dst
	}), fn.AnyString, fn.AnyString, fn.AnyString)}
