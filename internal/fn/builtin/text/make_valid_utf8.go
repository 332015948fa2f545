package text

import (
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// MakeValidUTF8 replaces what is not UTF-8.
var MakeValidUTF8 = fn.Function{Name: "make_valid_utf8", Group: "string_funcs",
	Doc: fn.Describe("Replaces the bytes that are not valid UTF-8 by U+FFFD.", fn.Params("str"), "SELECT make_valid_utf8('Spark')", "Spark"),
	Bind: fn.FixedNullable(types.String, fn.Text1(types.String, func(dst []byte, s string) []byte {
		for s != "" {
			r, n := utf8.DecodeRuneInString(s)
			dst = utf8.AppendRune(dst, r)
			s = s[n:]
		}
		return dst
	}), fn.AnyString)}
