package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Upper writes capital letters.
var Upper = fn.Function{Name: "upper", Aliases: []string{"ucase"}, Group: "string_funcs",
	Doc:  fn.Describe("Returns the text in upper case.", fn.Params("col"), "SELECT upper('SparkSql')", "SPARKSQL"),
	Bind: fn.Fixed(types.String, fn.Text1(types.String, AppendUpper), fn.AnyString)}

// special are the characters whose capital form has more than one.
var special = map[rune]string{'ß': "SS", 'ŉ': "ʼN", 'ǰ': "J̌", 'ΐ': "Ϊ́", 'ΰ': "Ϋ́", 'և': "ԵՒ", 'ẖ': "H̱", 'ẗ': "T̈", 'ẘ': "W̊", 'ẙ': "Y̊", 'ẚ': "Aʾ",
	'ﬀ': "FF", 'ﬁ': "FI", 'ﬂ': "FL", 'ﬃ': "FFI", 'ﬄ': "FFL", 'ﬅ': "ST", 'ﬆ': "ST"}

// AppendUpper appends s in upper case.
func AppendUpper(dst []byte, s string) []byte {
	if isASCII(s) {
		for i := 0; i < len(s); i++ {
			c := s[i]
			if c >= 'a' && c <= 'z' {
				c -= 32
			}
			dst = append(dst, c)
		}
		return dst
	}
	for _, r := range s {
		if t, ok := special[r]; ok {
			dst = append(dst, t...)
		} else {
			dst = utf8.AppendRune(dst, unicode.ToUpper(r))
		}
	}
	return dst
}
