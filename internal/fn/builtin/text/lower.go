package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Lower writes small letters.
var Lower = fn.Function{Name: "lower", Aliases: []string{"lcase"}, Group: "string_funcs",
	Doc:  fn.Describe("Returns the text in lower case.", fn.Params("col"), "SELECT lower('SparkSql')", "sparksql"),
	Bind: fn.Fixed(types.String, fn.Text1(types.String, AppendLower), fn.AnyString)}

// AppendLower appends s in lower case; a capital sigma at the end of a word becomes the final form.
func AppendLower(dst []byte, s string) []byte {
	if isASCII(s) {
		for i := 0; i < len(s); i++ {
			c := s[i]
			if c >= 'A' && c <= 'Z' {
				c += 32
			}
			dst = append(dst, c)
		}
		return dst
	}
	for i, r := range s {
		switch {
		case r == 'İ':
			dst = append(dst, "i̇"...)
		case r == 'Σ' && finalSigma(s, i):
			dst = append(dst, "ς"...)
		default:
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
		}
	}
	return dst
}

// finalSigma: a letter before and none after.
func finalSigma(s string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	after, _ := utf8.DecodeRuneInString(s[at+len("Σ"):])
	return unicode.IsLetter(before) && !unicode.IsLetter(after)
}
