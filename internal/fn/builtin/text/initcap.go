package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// InitCap capitalises words.
var InitCap = fn.Function{Name: "initcap", Group: "string_funcs",
	Doc: fn.Describe("Returns the text with the first letter of each word in upper case and the others in lower case; blanks divide words.", fn.Params("col"), "SELECT initcap('sPark sql')", "Spark Sql"),
	Bind: fn.Fixed(types.String, fn.Text1(types.String, func(dst []byte, s string) []byte {
		start := true
		lower := string(AppendLower(nil, s))
		for _, r := range lower {
			if start {
				if t, ok := special[r]; ok {
					first, size := utf8.DecodeRuneInString(t)
					dst = utf8.AppendRune(dst, first)
					dst = AppendLower(dst, t[size:])
				} else {
					dst = utf8.AppendRune(dst, unicode.ToTitle(r))
				}
			} else {
				dst = utf8.AppendRune(dst, r)
			}
			start = r == ' '
		}
		return dst
	}), fn.AnyString)}
