package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Quote writes a text in quotes.
var Quote = fn.Function{Name: "quote", Group: "string_funcs",
	Doc: fn.Describe("Returns the text in single quotes, with quotes in it escaped.", fn.Params("col"), `SELECT quote('Don\'t')`, `'Don\'t'`),
	Bind: fn.FixedNullable(types.String, fn.Text1(types.String, func(dst []byte, s string) []byte {
		dst = append(dst, '\'')
		for i := 0; i < len(s); i++ {
			if s[i] == '\'' {
				dst = append(dst, '\\')
			}
			dst = append(dst, s[i])
		}
		return append(dst, '\'')
	}), fn.AnyString)}
