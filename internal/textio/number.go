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
	s = strings.Trim(s, trimmed)
	if s == "" {
		return 0, false
	}
	unsigned := strings.TrimLeft(s, "+-")
	switch unsigned {
	case "NaN", "Infinity":
		if len(s)-len(unsigned) > 1 {
			return 0, false
		}
		f, err := strconv.ParseFloat(s, bits)
		if unsigned == "NaN" {
			return math.NaN(), true
		}
		return f, err == nil
	}
	hex := strings.HasPrefix(unsigned, "0x") || strings.HasPrefix(unsigned, "0X")
	if !hex && (unsigned == "" || unsigned[0] != '.' && (unsigned[0] < '0' || unsigned[0] > '9')) || strings.IndexByte(s, '_') >= 0 {
		return 0, false
	}
	if hex && strings.IndexAny(s, "pP") < 0 {
		return 0, false
	}
	switch s[len(s)-1] {
	case 'd', 'D', 'f', 'F':
		s = s[:len(s)-1]
	}
	f, err := strconv.ParseFloat(s, bits)
	if err != nil && !isRange(err) {
		return 0, false
	}
	return f, true
}

// trimmed are the characters that Java's String.trim takes off.
var trimmed = func() string {
	b := make([]byte, 33)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}()

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
