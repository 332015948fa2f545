package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Unhex reads hexadecimal digits.
var Unhex = fn.Function{Name: "unhex", Group: "math_funcs",
	Doc: fn.Describe("Reads hexadecimal digits as a binary; NULL for anything else.", fn.Params("col"), "SELECT string(unhex('537061726B2053514C'))", "Spark SQL"),
	Bind: fn.FixedNullable(types.Binary, fn.TryText1(types.Binary, func(dst []byte, s string) ([]byte, bool, error) {
		for i, n := 0, len(s); i < n; {
			hi, lo := byte(0), byte(0)
			if n%2 == 1 && i == 0 {
				lo = s[0]
				hi = '0'
				i++
			} else {
				hi, lo = s[i], s[i+1]
				i += 2
			}
			h, okH := hexDigit(hi)
			l, okL := hexDigit(lo)
			if !okH || !okL {
				return nil, false, nil
			}
			dst = append(dst, h<<4|l)
		}
		return dst, true, nil
	}), fn.AnyString)}

func hexDigit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}
