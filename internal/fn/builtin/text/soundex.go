package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Soundex is the phonetic code.
var Soundex = fn.Function{Name: "soundex", Group: "string_funcs",
	Doc:  fn.Describe("Returns the Soundex code of a word; a text that does not begin with a letter is returned as it is.", fn.Params("col"), "SELECT soundex('Miller')", "M460"),
	Bind: fn.Fixed(types.String, fn.Text1(types.String, appendSoundex), fn.AnyString)}

// appendSoundex follows UTF8String.soundex: codes of A to Z, 7 is skipped and keeps the last code.
func appendSoundex(dst []byte, s string) []byte {
	const codes = "01230127022455012623017202"
	if s == "" {
		return dst
	}
	first := s[0]
	if first >= 'a' && first <= 'z' {
		first -= 32
	}
	if first < 'A' || first > 'Z' {
		return append(dst, s...)
	}
	out := [4]byte{first, '0', '0', '0'}
	last := codes[first-'A']
	n := 1
	for i := 1; i < len(s) && n < 4; i++ {
		b := s[i]
		if b >= 'a' && b <= 'z' {
			b -= 32
		}
		if b < 'A' || b > 'Z' {
			last = '0'
			continue
		}
		code := codes[b-'A']
		if code == '7' {
			continue
		}
		if code != '0' && code != last {
			out[n] = code
			n++
		}
		last = code
	}
	return append(dst, out[:]...)
}
