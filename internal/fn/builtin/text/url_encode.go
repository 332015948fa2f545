package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// URLEncode writes a text for a URL.
var URLEncode = fn.Function{Name: "url_encode", Group: "url_funcs",
	Doc: fn.Describe("Encodes a text as application/x-www-form-urlencoded.", fn.Params("str"), "SELECT url_encode('https://spark.apache.org')", "https%3A%2F%2Fspark.apache.org"),
	Bind: fn.FixedNullable(types.String, fn.Text1(types.String, func(dst []byte, s string) []byte {
		const digits = "0123456789ABCDEF"
		for i := 0; i < len(s); i++ {
			switch c := s[i]; {
			case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '.', c == '-', c == '*', c == '_':
				dst = append(dst, c)
			case c == ' ':
				dst = append(dst, '+')
			default:
				dst = append(dst, '%', digits[c>>4], digits[c&15])
			}
		}
		return dst
	}), fn.AnyString)}
