package text

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// length is the number of characters; every byte that does not continue one begins one.
func length(s string) int32 {
	n := int32(0)
	for i := 0; i < len(s); i++ {
		if s[i]&0xc0 != 0x80 {
			n++
		}
	}
	return n
}

// offset is the byte at which character n (from 0) begins, len(s) when there are fewer.
func offset(s string, n int) int {
	if n <= 0 {
		return 0
	}
	for i := 0; i < len(s); i++ {
		if s[i]&0xc0 != 0x80 {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return len(s)
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Substring takes n characters from position pos, which counts from 1, or from the end when negative (UTF8String.substringSQL).
func Substring(s string, pos, n int) string {
	if n <= 0 {
		return ""
	}
	if isASCII(s) {
		from, to := bounds(len(s), pos, n)
		return s[from:to]
	}
	from, to := bounds(int(length(s)), pos, n)
	b := offset(s, from)
	return s[b : b+offset(s[b:], to-from)]
}

func bounds(size, pos, n int) (from, to int) {
	switch {
	case pos > 0:
		from = pos - 1
	case pos < 0:
		from = size + pos
	}
	to = from + n
	if n > math.MaxInt32-max(from, 0) {
		to = size
	}
	from, to = min(max(from, 0), size), min(max(to, 0), size)
	return from, max(from, to)
}

// substringBytes is Substring on bytes.
func substringBytes(s string, pos, n int) string {
	from, to := bounds(len(s), pos, max(n, 0))
	return s[from:to]
}

// isBinary tells whether an argument is BINARY.
func isBinary(e expr.Expr) bool { return e.Type().ID() == types.IDBinary }

var stringOrBinary = fn.Either(fn.AnyString, fn.Exact(types.Binary))

// binary2 binds a function that takes either two texts or two binaries.
func both(c *fn.Call) ([]expr.Expr, error) {
	if err := c.Arity(2, 2); err != nil {
		return nil, err
	}
	if isBinary(c.Args[0]) && isBinary(c.Args[1]) {
		return c.Args, nil
	}
	return c.Want(fn.AnyString)
}
