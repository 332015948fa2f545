package types

import (
	"math"
	"strconv"
)

// AppendFloat appends f as Java's Double.toString (bits 64) or Float.toString (bits 32) writes it, which is Spark's text of such
// values: plain digits with a point from 1e-3 to below 1e7, else d.dddE±x; NaN, Infinity, -Infinity.
func AppendFloat(b []byte, f float64, bits int) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "NaN"...)
	case math.IsInf(f, 0):
		if f < 0 {
			b = append(b, '-')
		}
		return append(b, "Infinity"...)
	}
	from := len(b)
	if m := math.Abs(f); m == 0 || m >= 1e-3 && m < 1e7 {
		b = strconv.AppendFloat(b, f, 'f', -1, bits)
		return withPoint(b, from, len(b))
	}
	b = strconv.AppendFloat(b, f, 'e', -1, bits) // d.ddde±xx
	e := len(b) - 1
	for b[e] != 'e' {
		e--
	}
	exponent, _ := strconv.Atoi(string(b[e+1:]))
	b = append(withPoint(b[:e], from, e), 'E')
	return strconv.AppendInt(b, int64(exponent), 10)
}

// withPoint adds ".0" to digits that have no point.
func withPoint(b []byte, from, to int) []byte {
	for _, c := range b[from:to] {
		if c == '.' {
			return b
		}
	}
	return append(b, ".0"...)
}
