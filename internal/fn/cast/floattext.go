package cast

import (
	"math"
	"strconv"
)

// FloatText is Java's Double.toString (bits 64) or Float.toString (bits 32), which Spark prints.
func FloatText(f float64, bits int) string { return string(AppendFloat(nil, f, bits)) }

// AppendFloat appends FloatText: plain digits with a point from 1e-3 to below 1e7, else d.dddE±x.
func AppendFloat(b []byte, f float64, bits int) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "NaN"...)
	case math.IsInf(f, 1):
		return append(b, "Infinity"...)
	case math.IsInf(f, -1):
		return append(b, "-Infinity"...)
	case f == 0:
		if math.Signbit(f) {
			b = append(b, '-')
		}
		return append(b, "0.0"...)
	}
	if m := math.Abs(f); m >= 1e-3 && m < 1e7 {
		from := len(b)
		b = strconv.AppendFloat(b, f, 'f', -1, bits)
		for _, c := range b[from:] {
			if c == '.' {
				return b
			}
		}
		return append(b, ".0"...)
	}
	return appendScientific(b, f, bits)
}

func appendScientific(b []byte, f float64, bits int) []byte {
	switch m := math.Abs(f); { // the smallest values have two digits in Java
	case bits == 64 && m == math.SmallestNonzeroFloat64:
		return append(sign(b, f), "4.9E-324"...)
	case bits == 32 && m == math.SmallestNonzeroFloat32:
		return append(sign(b, f), "1.4E-45"...)
	}
	var store [32]byte
	s := strconv.AppendFloat(store[:0], f, 'e', -1, bits) // d.ddde±xx
	point := false
	for i, c := range s {
		switch c {
		case '.':
			point = true
		case 'e':
			if !point {
				b = append(b, '.', '0')
			}
			x, _ := strconv.Atoi(string(s[i+1:]))
			b = append(b, 'E')
			return strconv.AppendInt(b, int64(x), 10)
		}
		b = append(b, c)
	}
	return b
}

func sign(b []byte, f float64) []byte {
	if f < 0 {
		return append(b, '-')
	}
	return b
}
