package types

import (
	"math"
	"math/big"
	"math/bits"
)

// Int128 is a signed 128-bit integer in two's complement: the unscaled value of a decimal. Its layout is Arrow's
// decimal128 on little-endian machines. It is comparable; the zero value is 0.
type Int128 struct {
	Lo uint64
	Hi int64
}

// The ends of the range.
var (
	MaxInt128 = Int128{math.MaxUint64, math.MaxInt64}
	MinInt128 = Int128{0, math.MinInt64}
)

// Int128Of widens an int64.
func Int128Of(v int64) Int128 { return Int128{uint64(v), v >> 63} }

// Int128FromUint64 widens a uint64.
func Int128FromUint64(v uint64) Int128 { return Int128{v, 0} }

// Sign is -1, 0 or 1.
func (a Int128) Sign() int {
	switch {
	case a.Hi < 0:
		return -1
	case a.Hi == 0 && a.Lo == 0:
		return 0
	}
	return 1
}

// IsZero tells whether a is 0.
func (a Int128) IsZero() bool { return a.Lo == 0 && a.Hi == 0 }

// Cmp is -1, 0 or 1 as a is less than, equal to or greater than b.
func (a Int128) Cmp(b Int128) int {
	switch {
	case a == b:
		return 0
	case a.Hi < b.Hi || a.Hi == b.Hi && a.Lo < b.Lo:
		return -1
	}
	return 1
}

// Less is Cmp < 0.
func (a Int128) Less(b Int128) bool { return a.Hi < b.Hi || a.Hi == b.Hi && a.Lo < b.Lo }

// Int64 is the value when it fits into 64 bits.
func (a Int128) Int64() (v int64, ok bool) { return int64(a.Lo), a.Hi == int64(a.Lo)>>63 }

// Neg is -a; -MinInt128 is MinInt128.
func (a Int128) Neg() Int128 {
	lo, borrow := bits.Sub64(0, a.Lo, 0)
	hi, _ := bits.Sub64(0, uint64(a.Hi), borrow)
	return Int128{lo, int64(hi)}
}

// Abs is the magnitude; that of MinInt128 does not fit and stays negative.
func (a Int128) Abs() Int128 {
	if a.Hi < 0 {
		return a.Neg()
	}
	return a
}

// Add is a+b modulo 2^128.
func (a Int128) Add(b Int128) Int128 {
	lo, carry := bits.Add64(a.Lo, b.Lo, 0)
	hi, _ := bits.Add64(uint64(a.Hi), uint64(b.Hi), carry)
	return Int128{lo, int64(hi)}
}

// AddChecked is a+b; ok is false on overflow.
func (a Int128) AddChecked(b Int128) (sum Int128, ok bool) {
	sum = a.Add(b)
	return sum, (a.Hi^sum.Hi)&(b.Hi^sum.Hi) >= 0
}

// Sub is a-b modulo 2^128.
func (a Int128) Sub(b Int128) Int128 {
	lo, borrow := bits.Sub64(a.Lo, b.Lo, 0)
	hi, _ := bits.Sub64(uint64(a.Hi), uint64(b.Hi), borrow)
	return Int128{lo, int64(hi)}
}

// SubChecked is a-b; ok is false on overflow.
func (a Int128) SubChecked(b Int128) (difference Int128, ok bool) {
	difference = a.Sub(b)
	return difference, (a.Hi^b.Hi)&(a.Hi^difference.Hi) >= 0
}

// Mul is a*b modulo 2^128.
func (a Int128) Mul(b Int128) Int128 {
	hi, lo := bits.Mul64(a.Lo, b.Lo)
	return Int128{lo, int64(hi + a.Lo*uint64(b.Hi) + uint64(a.Hi)*b.Lo)}
}

// MulChecked is a*b; ok is false on overflow.
func (a Int128) MulChecked(b Int128) (product Int128, ok bool) {
	w := a.magnitude().mul(b.magnitude())
	return w.signed((a.Hi < 0) != (b.Hi < 0))
}

// QuoRem is the quotient rounded toward zero and the remainder, which has the sign of a. b must not be 0.
func (a Int128) QuoRem(b Int128) (quotient, remainder Int128) {
	q, r := a.magnitude().wide().quoRem(b.magnitude())
	quotient, remainder = Int128{q[0], int64(q[1])}, Int128{r.lo, int64(r.hi)}
	if (a.Hi < 0) != (b.Hi < 0) {
		quotient = quotient.Neg()
	}
	if a.Hi < 0 {
		remainder = remainder.Neg()
	}
	return quotient, remainder
}

// Pow10 is 10^n for n from 0 to 38.
func Pow10(n int) Int128 { return powers10[n] }

var powers10 = func() (p [39]Int128) {
	p[0] = Int128{1, 0}
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1].Mul(Int128{10, 0})
	}
	return p
}()

// FitsPrecision tells whether a has at most p decimal digits.
func (a Int128) FitsPrecision(p int) bool {
	if p >= len(powers10) {
		return true
	}
	return a.Abs().Hi >= 0 && a.Abs().Less(powers10[p])
}

// Digits is the number of decimal digits of |a|, 1 for 0.
func (a Int128) Digits() int {
	m := a.magnitude()
	n := 1 + (bits.Len64(m.lo)-1)*1233>>12
	if m.hi != 0 {
		n = 1 + (63+bits.Len64(m.hi))*1233>>12
	}
	n = max(n, 1)
	for n < len(powers10) && !m.less(powers10[n].magnitude()) {
		n++
	}
	for n > 1 && m.less(powers10[n-1].magnitude()) {
		n--
	}
	return n
}

// Big is a as a big integer.
func (a Int128) Big() *big.Int {
	m := a.magnitude()
	b := new(big.Int).SetUint64(m.hi)
	b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(m.lo))
	if a.Hi < 0 {
		b.Neg(b)
	}
	return b
}

// Int128FromBig converts a big integer; ok is false when it does not fit.
func Int128FromBig(b *big.Int) (v Int128, ok bool) {
	if b.BitLen() > 128 {
		return Int128{}, false
	}
	var w [16]byte
	new(big.Int).Abs(b).FillBytes(w[:])
	m := uint128{}
	for i := range 8 {
		m.hi = m.hi<<8 | uint64(w[i])
		m.lo = m.lo<<8 | uint64(w[8+i])
	}
	return m.wide().signed(b.Sign() < 0)
}

// String is a in decimal digits.
func (a Int128) String() string { return string(a.AppendText(nil)) }

// AppendText appends a in decimal digits.
func (a Int128) AppendText(b []byte) []byte {
	var digits [40]byte
	i := len(digits)
	m := a.magnitude()
	for m.hi != 0 {
		var r uint64
		m, r = m.quoRem64(1e18)
		for range 18 {
			i--
			digits[i] = byte('0' + r%10)
			r /= 10
		}
	}
	for {
		i--
		digits[i] = byte('0' + m.lo%10)
		if m.lo /= 10; m.lo == 0 {
			break
		}
	}
	if a.Hi < 0 {
		b = append(b, '-')
	}
	return append(b, digits[i:]...)
}

// Int128FromString reads decimal digits with an optional sign; ok is false for anything else and on overflow.
func Int128FromString(s string) (v Int128, ok bool) {
	negative := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		negative, s = s[0] == '-', s[1:]
	}
	if s == "" {
		return Int128{}, false
	}
	var m uint128
	for i := 0; i < len(s); i++ {
		d := s[i] - '0'
		if d > 9 {
			return Int128{}, false
		}
		w := m.mul(uint128{10, 0})
		if w[2] != 0 || w[3] != 0 {
			return Int128{}, false
		}
		var carry uint64
		m.lo, carry = bits.Add64(w[0], uint64(d), 0)
		if m.hi, carry = bits.Add64(w[1], 0, carry); carry != 0 {
			return Int128{}, false
		}
	}
	return m.wide().signed(negative)
}

// magnitude is |a| without sign; MinInt128 fits.
func (a Int128) magnitude() uint128 {
	a = a.Abs()
	return uint128{a.Lo, uint64(a.Hi)}
}
