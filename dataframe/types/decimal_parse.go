package types

import "math/bits"

// ParseDecimal reads a number in plain or scientific form ("-1.5", ".5", "1e-3") without surrounding space, and rounds it half up to
// a scale. valid is false for a text that is no number; fits is false when the value has more than precision digits at that scale.
func ParseDecimal(s string, precision, scale int) (v Int128, valid, fits bool) {
	d, ok := scanDecimal(s)
	if !ok {
		return Int128{}, false, false
	}
	v, fits = d.at(scale)
	return v, true, fits && v.FitsPrecision(precision)
}

// DecimalSizes are the digits and the scale of a number as written: "1.50" has 3 and 2, "1e3" has 1 and -3.
func DecimalSizes(s string) (precision, scale int, ok bool) {
	d, ok := scanDecimal(s)
	if !ok {
		return 0, 0, false
	}
	return max(len(d.digits), 1), d.scale, true
}

// scanned is a number as its significant digits (without leading zeros) and scale: digits / 10^scale.
type scanned struct {
	negative bool
	digits   []byte
	scale    int
}

func scanDecimal(s string) (d scanned, ok bool) {
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		d.negative = s[i] == '-'
		i++
	}
	var store [48]byte
	d.digits = store[:0]
	seen, point := false, false
	for ; i < len(s); i++ {
		c := s[i]
		if c == '.' && !point {
			point = true
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		seen = true
		if point {
			d.scale++
		}
		if c != '0' || len(d.digits) > 0 {
			d.digits = append(d.digits, c)
		}
	}
	if !seen {
		return d, false
	}
	if i == len(s) {
		return d, true
	}
	exponent, ok := scanExponent(s[i:])
	d.scale -= exponent
	return d, ok
}

func scanExponent(s string) (e int, ok bool) {
	if s[0] != 'e' && s[0] != 'E' || len(s) == 1 {
		return 0, false
	}
	s = s[1:]
	negative := s[0] == '-'
	if s[0] == '-' || s[0] == '+' {
		s = s[1:]
	}
	if s == "" {
		return 0, false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		if e = e*10 + int(s[i]-'0'); e > 1<<31-1 {
			return 0, false
		}
	}
	if negative {
		e = -e
	}
	return e, true
}

// at is the value at a scale, rounded half up; ok is false when it does not fit into 38 digits.
func (d scanned) at(scale int) (v Int128, ok bool) {
	keep := len(d.digits) + scale - d.scale // digits of the result
	if len(d.digits) == 0 || keep < 0 {
		return Int128{}, true
	}
	if keep > MaxPrecision {
		return Int128{}, false
	}
	var m uint128
	for i := range keep {
		digit := uint64(0)
		if i < len(d.digits) {
			digit = uint64(d.digits[i] - '0')
		}
		w := m.mul(uint128{10, 0})
		var carry uint64
		m.lo, carry = bits.Add64(w[0], digit, 0)
		m.hi = w[1] + carry
	}
	w := m.wide()
	if keep < len(d.digits) && d.digits[keep] >= '5' {
		w = w.add1()
	}
	return w.signed(d.negative)
}
