package misc

import (
	"strconv"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// lengthCheck binds the checks of CHAR(n) and VARCHAR(n) columns: blanks beyond n are cut off, anything else is an error; a CHAR is filled up.
func lengthCheck(fill bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		return fn.Fixed(types.String, fn.TryText2(types.String, func(dst []byte, s string, n int32) ([]byte, bool, error) {
			size := utf8.RuneCountInString(s)
			for size > int(n) {
				if s[len(s)-1] != ' ' {
					return nil, false, sparkerr.New("EXCEED_LIMIT_LENGTH", "limit", strconv.Itoa(int(n)))
				}
				s, size = s[:len(s)-1], size-1
			}
			dst = append(dst, s...)
			for ; fill && size < int(n); size++ {
				dst = append(dst, ' ')
			}
			return dst, true, nil
		}), fn.AnyString, fn.Exact(types.Integer))(c)
	}
}
