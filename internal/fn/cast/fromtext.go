package cast

import (
	"math"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

func (k *caster) fromText() (fn.Kernel, error) {
	switch t := k.to.(type) {
	case types.BooleanType:
		return readText(k, ParseBool), nil
	case types.ByteType:
		return textToInt[int8](k), nil
	case types.ShortType:
		return textToInt[int16](k), nil
	case types.IntegerType:
		return textToInt[int32](k), nil
	case types.LongType:
		return textToInt[int64](k), nil
	case types.FloatType:
		return readText(k, func(s string) (float32, bool) {
			f, ok := ParseFloat(s, 32)
			return float32(f), ok
		}), nil
	case types.DoubleType:
		return readText(k, func(s string) (float64, bool) { return ParseFloat(s, 64) }), nil
	case types.DecimalType:
		return fn.Try1(k.to, func(s string) (types.Int128, bool, error) { return k.textToDecimal(s, t) }), nil
	}
	return k.temporalFromText()
}

// readText lifts a parser; a text that it refuses is CAST_INVALID_INPUT.
func readText[R fn.Value](k *caster, parse func(string) (R, bool)) fn.Kernel {
	return fn.Try1(k.to, func(s string) (R, bool, error) {
		r, ok := parse(s)
		if !ok {
			return r, false, k.invalid(s)
		}
		return r, true, nil
	})
}

// TrimAll drops white space and control characters at both ends, as UTF8String.trimAll does.
func TrimAll(s string) string {
	for s != "" && (s[0] <= ' ' || s[0] == 0x7f) {
		s = s[1:]
	}
	for s != "" && (s[len(s)-1] <= ' ' || s[len(s)-1] == 0x7f) {
		s = s[:len(s)-1]
	}
	return s
}

// ParseBool reads t, true, y, yes, 1, f, false, n, no, 0 without case.
func ParseBool(s string) (value, ok bool) {
	s = TrimAll(s)
	if len(s) > 5 {
		return false, false
	}
	for _, w := range [...]string{"t", "true", "y", "yes", "1"} {
		if strings.EqualFold(s, w) {
			return true, true
		}
	}
	for _, w := range [...]string{"f", "false", "n", "no", "0"} {
		if strings.EqualFold(s, w) {
			return false, true
		}
	}
	return false, false
}

func textToInt[T integer](k *caster) fn.Kernel {
	fraction := k.mode == expr.Legacy
	return readText(k, func(s string) (T, bool) {
		n, ok := ParseInt(s, fraction)
		return T(n), ok && int64(T(n)) == n
	})
}

// ParseInt reads decimal digits with a sign; with fraction set, digits after a point are allowed and dropped (UTF8String.toLong).
func ParseInt(s string, fraction bool) (int64, bool) {
	s = TrimAll(s)
	negative := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		negative, s = s[0] == '-', s[1:]
	}
	if s == "" {
		return 0, false
	}
	var n uint64
	i := 0
	for ; i < len(s); i++ {
		d := s[i] - '0'
		if d > 9 {
			break
		}
		if n > (math.MaxUint64-9)/10 {
			return 0, false
		}
		if n = n*10 + uint64(d); n > 1<<63 {
			return 0, false
		}
	}
	if i < len(s) {
		if !fraction || s[i] != '.' || strings.Trim(s[i+1:], "0123456789") != "" {
			return 0, false
		}
	}
	if negative {
		return -int64(n), true
	}
	return int64(n), n < 1<<63
}

// ParseFloat reads a number as Java's Double.parseDouble does, and Spark's words for infinity and NaN without case.
func ParseFloat(s string, bits int) (float64, bool) {
	s = TrimAll(s)
	if f, ok := specialFloat(s); ok {
		return f, true
	}
	if s == "" || strings.ContainsAny(s, "_iInN") { // Go reads more than Java
		return 0, false
	}
	if c := s[len(s)-1] | 0x20; (c == 'd' || c == 'f') && !strings.ContainsAny(s, "xX") {
		s = s[:len(s)-1]
	}
	if strings.ContainsAny(s, "xX") && !strings.ContainsAny(s, "pP") {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, bits)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}

func specialFloat(s string) (float64, bool) {
	switch strings.ToLower(s) {
	case "inf", "+inf", "infinity", "+infinity":
		return math.Inf(1), true
	case "-inf", "-infinity":
		return math.Inf(-1), true
	case "nan", "+nan", "-nan":
		return math.NaN(), len(s) == 3 || s[1:] == "NaN"
	}
	return 0, false
}

func (k *caster) textToDecimal(s string, t types.DecimalType) (types.Int128, bool, error) {
	text := TrimAll(s)
	v, valid, fits := types.ParseDecimal(text, t.Precision, t.Scale)
	switch {
	case !valid:
		return v, false, k.invalid(s)
	case !fits && k.mode == expr.ANSI:
		return v, false, DecimalOverflow(plainDigits(text), t)
	}
	return v, fits, nil
}

// plainDigits writes a number without an exponent.
func plainDigits(s string) string {
	e := strings.IndexAny(s, "eE")
	s = strings.TrimPrefix(s, "+")
	if e < 0 {
		return s
	}
	e = strings.IndexAny(s, "eE")
	shift, err := strconv.Atoi(s[e+1:])
	if err != nil || shift > 1000 || shift < -1000 {
		return s
	}
	sign, digits := "", s[:e]
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	digits, point := whole+fraction, len(whole)+shift
	for ; point > len(digits); digits += "0" {
	}
	for ; point < 1; point++ {
		digits = "0" + digits
	}
	whole, fraction = strings.TrimLeft(digits[:point], "0"), digits[point:]
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return sign + whole
}
