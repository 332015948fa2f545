package number

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Conv writes a number in another base.
var Conv = fn.Function{Name: "conv", Group: "math_funcs",
	Doc: fn.Describe("Reads digits in one base, 2 to 36, and writes them in another; a negative target base means a signed result.", fn.Params("col", "fromBase:int", "toBase:int"),
		"SELECT conv('100', 2, 10)", "4"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		ansi := c.ANSI()
		return fn.FixedNullable(types.String, fn.TryText3(types.String, func(dst []byte, s string, from, to int32) ([]byte, bool, error) {
			return convert(dst, s, int(from), int(to), ansi)
		}), fn.AnyString, fn.Exact(types.Integer), fn.Exact(types.Integer))(c)
	}}

// convert follows Spark's NumberConverter: digits up to the first that is none, 64 bits unsigned.
func convert(dst []byte, s string, from, to int, ansi bool) ([]byte, bool, error) {
	target := to
	if to < 0 {
		target = -to
	}
	s = strings.Trim(s, " ")
	if from < 2 || from > 36 || target < 2 || target > 36 || s == "" {
		return dst, false, nil
	}
	negative := s[0] == '-'
	if negative {
		s = s[1:]
	}
	var v uint64
	over := false
	for i := 0; i < len(s); i++ {
		d := digit(s[i])
		if d >= from {
			break
		}
		hi, lo := bits.Mul64(v, uint64(from))
		sum, carry := bits.Add64(lo, uint64(d), 0)
		if hi != 0 || carry != 0 {
			over = true
			break
		}
		v = sum
	}
	if over {
		if ansi {
			return nil, false, sparkerr.New("ARITHMETIC_OVERFLOW", "message", "Overflow in function conv()", "alternative", "", "config", `"spark.sql.ansi.enabled"`)
		}
		v = math.MaxUint64
	}
	if negative && to > 0 {
		if int64(v) < 0 {
			v = math.MaxUint64
		} else {
			v = -v
		}
	}
	if to < 0 && int64(v) < 0 {
		v, negative = -v, true
	}
	if negative && to < 0 {
		dst = append(dst, '-')
	}
	return append(dst, strings.ToUpper(strconv.FormatUint(v, target))...), true, nil
}

func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return 99
}
