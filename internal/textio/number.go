package textio

import (
	"math"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
)

// parseInt reads an integer as Java's Long.parseLong does: an optional sign and digits, nothing else. ok is false beyond bits.
func parseInt(s string, bits int) (v int64, ok bool) {
	digits := s
	if digits != "" && (digits[0] == '-' || digits[0] == '+') {
		digits = digits[1:]
	}
	if digits == "" || len(digits) > 40 {
		if len(digits) > 40 { // leading zeros
			v, err := strconv.ParseInt(s, 10, bits)
			return v, err == nil
		}
		return 0, false
	}
	var u uint64
	for i := 0; i < len(digits); i++ {
		d := uint64(digits[i] - '0')
		if d > 9 || u > (math.MaxUint64-d)/10 {
			return 0, false
		}
		u = u*10 + d
	}
	limit := uint64(1) << (bits - 1)
	if s[0] == '-' {
		return -int64(u), u <= limit
	}
	return int64(u), u < limit
}

// parseDouble reads a number as Java's Double.parseDouble does: surrounding white space, a final d or f, hexadecimal with an
// exponent, NaN and Infinity are allowed; underscores and Go's other names are not.
func parseDouble(s string, bits int) (f float64, ok bool) {
	for s != "" && s[0] <= ' ' {
		s = s[1:]
	}
	for s != "" && s[len(s)-1] <= ' ' {
		s = s[:len(s)-1]
	}
	if plainNumber(s) {
		f, err := strconv.ParseFloat(s, bits)
		return f, err == nil || isRange(err)
	}
	unsigned := s
	if unsigned != "" && (unsigned[0] == '-' || unsigned[0] == '+') {
		unsigned = unsigned[1:]
	}
	switch {
	case unsigned == "NaN":
		return math.NaN(), true
	case unsigned == "Infinity":
		f, err := strconv.ParseFloat(s, bits)
		return f, err == nil
	case strings.HasPrefix(unsigned, "0x"), strings.HasPrefix(unsigned, "0X"):
		if !strings.ContainsAny(s, "pP") || strings.IndexByte(s, '_') >= 0 {
			return 0, false
		}
	default:
		if unsigned == "" || !plainNumber(s[:len(s)-1]) {
			return 0, false
		}
	}
	switch s[len(s)-1] {
	case 'd', 'D', 'f', 'F':
		s = s[:len(s)-1]
	}
	f, err := strconv.ParseFloat(s, bits)
	return f, err == nil || isRange(err)
}

// plainNumber tells whether a text has only the characters of a decimal number.
func plainNumber(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9', c == '.', c == '-', c == '+', c == 'e', c == 'E':
		default:
			return false
		}
	}
	return s != ""
}

// isRange tells whether a number was read but is too large: Java makes it infinite.
func isRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}

// parseDecimal reads a decimal as Spark's ExprUtils.getDecimalParser does for the US: commas are dropped.
func parseDecimal(s string, t types.DecimalType) (types.Int128, bool) {
	if strings.IndexByte(s, ',') >= 0 {
		s = strings.ReplaceAll(s, ",", "")
	}
	v, _, fits := types.ParseDecimal(s, t.Precision, t.Scale)
	return v, fits
}

// decimalSizes are precision and scale of a number as Java's BigDecimal sees them.
func decimalSizes(s string) (precision, scale int, ok bool) {
	return types.DecimalSizes(strings.ReplaceAll(s, ",", ""))
}

// parseBool reads true or false in any case.
func parseBool(s string) (v, ok bool) {
	switch {
	case len(s) == 4 && strings.EqualFold(s, "true"):
		return true, true
	case len(s) == 5 && strings.EqualFold(s, "false"):
		return false, true
	}
	return false, false
}
