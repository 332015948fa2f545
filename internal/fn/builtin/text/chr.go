package text

import (
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Chr is the character of a code.
var Chr = fn.Function{Name: "chr", Aliases: []string{"char"}, Group: "string_funcs",
	Doc: fn.Describe("Returns the character with the given code modulo 256; the empty text for a negative code.", fn.Params("n"), "SELECT chr(65)", "A"),
	Bind: fn.Fixed(types.String, fn.Text1(types.String, func(dst []byte, n int64) []byte {
		if n < 0 {
			return dst
		}
		return utf8.AppendRune(dst, rune(n&0xff))
	}), fn.Exact(types.Long))}
