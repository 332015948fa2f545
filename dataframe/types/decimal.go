package types

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Decimal is a decimal value: Unscaled / 10^Scale, of type DECIMAL(Precision, Scale).
type Decimal struct {
	Unscaled         Int128
	Precision, Scale int
}

// DataType is the type of the value.
func (d Decimal) DataType() DecimalType { return DecimalType{d.Precision, d.Scale} }

// String is plain digits with exactly Scale of them after the point, as Spark casts a decimal to text: "-1.50".
func (d Decimal) String() string { return string(AppendDecimal(nil, d.Unscaled, d.Scale)) }

// Float64 is the nearest double.
func (d Decimal) Float64() float64 { return d.Unscaled.Float64(d.Scale) }

// Rat is the exact value.
func (d Decimal) Rat() *big.Rat {
	r := new(big.Rat).SetInt(d.Unscaled.Big())
	return r.Quo(r, new(big.Rat).SetInt(Pow10(d.Scale).Big()))
}

// AppendDecimal appends unscaled / 10^scale as plain digits.
func AppendDecimal(b []byte, unscaled Int128, scale int) []byte {
	from := len(b)
	b = unscaled.AppendText(b)
	if scale <= 0 {
		if unscaled.IsZero() {
			return b
		}
		return append(b, strings.Repeat("0", -scale)...)
	}
	if unscaled.Hi < 0 {
		from++
	}
	if short := scale + 1 - (len(b) - from); short > 0 { // leading zeros
		b = append(b, make([]byte, short)...)
		copy(b[from+short:], b[from:])
		for i := range short {
			b[from+i] = '0'
		}
	}
	b = append(b, 0)
	point := len(b) - 1 - scale
	copy(b[point+1:], b[point:])
	b[point] = '.'
	return b
}

// Rescale changes the scale from to the scale to, rounding a half away from zero; ok is false when the result does not fit into 128
// bits. Check the precision of the result with FitsPrecision.
func (a Int128) Rescale(from, to int) (v Int128, ok bool) {
	switch n := to - from; {
	case n == 0 || a.IsZero():
		return a, true
	case n > 0:
		if n > MaxPrecision {
			return Int128{}, false
		}
		return a.MulChecked(powers10[n])
	case -n > MaxPrecision:
		return Int128{}, true
	default:
		return a.magnitude().wide().quoHalfUp(powers10[-n].magnitude()).signed(a.Hi < 0)
	}
}

// RescaleFits is Rescale with a check of precision in one step.
func (a Int128) RescaleFits(from, to, precision int) (v Int128, ok bool) {
	v, ok = a.Rescale(from, to)
	return v, ok && v.FitsPrecision(precision)
}

// Rounding says what happens to digits that are cut off.
type Rounding uint8

const (
	HalfUp   Rounding = iota // a half goes away from zero
	HalfEven                 // a half goes to the even neighbour
	Floor                    // toward negative infinity
	Ceiling                  // toward positive infinity
	Down                     // toward zero
)

// RescaleTo is Rescale with any rounding.
func (a Int128) RescaleTo(from, to int, how Rounding) (v Int128, ok bool) {
	if to >= from || how == HalfUp {
		return a.Rescale(from, to)
	}
	n := from - to
	if n > MaxPrecision {
		switch {
		case how == Floor && a.Hi < 0:
			return Int128Of(-1), true
		case how == Ceiling && a.Sign() > 0:
			return Int128Of(1), true
		}
		return Int128{}, true
	}
	q, r := a.QuoRem(powers10[n])
	if r.IsZero() {
		return q, true
	}
	away := false
	switch how {
	case Floor:
		away = a.Hi < 0
	case Ceiling:
		away = a.Hi >= 0
	case HalfEven:
		rest := r.Abs()
		c := rest.Cmp(powers10[n].Sub(rest))
		away = c > 0 || c == 0 && q.Lo&1 == 1
	}
	if away {
		q = q.Add(Int128Of(int64(1 | a.Hi>>63)))
	}
	return q, true
}

// AddDecimal is a+b (of scales as, bs) at scale to, rounded half up; exact in between.
func AddDecimal(a Int128, as int, b Int128, bs, to int) (v Int128, ok bool) {
	wide := max(as, bs)
	if x, fits := a.Rescale(as, wide); fits {
		if y, fits := b.Rescale(bs, wide); fits {
			if sum, fits := x.AddChecked(y); fits {
				return sum.Rescale(wide, to)
			}
		}
	}
	return bigResult(bigSum(a, as, b, bs, wide), wide, to)
}

// SubDecimal is a-b like AddDecimal.
func SubDecimal(a Int128, as int, b Int128, bs, to int) (v Int128, ok bool) {
	if b == MinInt128 {
		return Int128{}, false
	}
	return AddDecimal(a, as, b.Neg(), bs, to)
}

// MulDecimal is a*b at scale to, rounded half up once from the exact 256-bit product; ok is false when it does not fit into
// 128 bits.
func MulDecimal(a Int128, as int, b Int128, bs, to int) (v Int128, ok bool) {
	w := a.magnitude().mul(b.magnitude())
	negative := (a.Hi < 0) != (b.Hi < 0)
	n := as + bs - to
	switch {
	case n < 0:
		if v, ok = w.signed(negative); !ok {
			return v, false
		}
		return v.Rescale(as+bs, to)
	case n > MaxPrecision: // two steps would round twice
		product := new(big.Int).Mul(a.Big(), b.Big())
		return bigResult(product, as+bs, to)
	case n > 0:
		w = w.quoHalfUp(powers10[n].magnitude())
	}
	return w.signed(negative)
}

// DivDecimal is a/b at scale to, rounded half up; ok is false when it does not fit into 128 bits. b must not be 0.
func DivDecimal(a Int128, as int, b Int128, bs, to int) (v Int128, ok bool) {
	n := to + bs - as // a * 10^n / b
	if n >= 0 && n <= MaxPrecision {
		w := a.magnitude().mul(powers10[n].magnitude())
		return w.quoHalfUp(b.magnitude()).signed((a.Hi < 0) != (b.Hi < 0))
	}
	x, y := a.Big(), b.Big()
	if n > 0 {
		x.Mul(x, bigPow10(n))
	} else {
		y.Mul(y, bigPow10(-n))
	}
	return Int128FromBig(bigQuoHalfUp(x, y))
}

// QuoDecimal is the integral quotient of a/b, rounded toward zero, as DIV gives it. b must not be 0.
func QuoDecimal(a Int128, as int, b Int128, bs int) (v Int128, ok bool) {
	wide := max(as, bs)
	x, fitsX := a.Rescale(as, wide)
	y, fitsY := b.Rescale(bs, wide)
	if fitsX && fitsY {
		q, _ := x.QuoRem(y)
		return q, true
	}
	q := new(big.Int).Quo(bigScaled(a, wide-as), bigScaled(b, wide-bs))
	return Int128FromBig(q)
}

// RemDecimal is the remainder of a/b with the sign of a, at scale to. b must not be 0.
func RemDecimal(a Int128, as int, b Int128, bs, to int) (v Int128, ok bool) {
	wide := max(as, bs)
	x, fitsX := a.Rescale(as, wide)
	y, fitsY := b.Rescale(bs, wide)
	if fitsX && fitsY {
		_, r := x.QuoRem(y)
		return r.Rescale(wide, to)
	}
	r := new(big.Int).Rem(bigScaled(a, wide-as), bigScaled(b, wide-bs))
	return bigResult(r, wide, to)
}

// CmpDecimal compares a and b of different scales.
func CmpDecimal(a Int128, as int, b Int128, bs int) int {
	if as == bs {
		return a.Cmp(b)
	}
	if a.Sign() != b.Sign() {
		return int64Cmp(a.Sign(), b.Sign())
	}
	wide := max(as, bs)
	x, fitsX := a.Rescale(as, wide)
	y, fitsY := b.Rescale(bs, wide)
	if fitsX && fitsY {
		return x.Cmp(y)
	}
	return bigScaled(a, wide-as).Cmp(bigScaled(b, wide-bs))
}

func int64Cmp(a, b int) int {
	if a < b {
		return -1
	}
	return 1
}

func bigPow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

func bigScaled(a Int128, n int) *big.Int { b := a.Big(); return b.Mul(b, bigPow10(n)) }

func bigSum(a Int128, as int, b Int128, bs, wide int) *big.Int {
	x := bigScaled(a, wide-as)
	return x.Add(x, bigScaled(b, wide-bs))
}

// bigResult brings a value of scale from to scale to and into 128 bits.
func bigResult(v *big.Int, from, to int) (Int128, bool) {
	switch {
	case to > from:
		v = new(big.Int).Mul(v, bigPow10(to-from))
	case to < from:
		v = bigQuoHalfUp(v, bigPow10(from-to))
	}
	return Int128FromBig(v)
}

func bigQuoHalfUp(x, y *big.Int) *big.Int {
	q, r := new(big.Int).QuoRem(x, y, new(big.Int))
	if r.Abs(r).Lsh(r, 1).CmpAbs(y) >= 0 {
		q.Add(q, big.NewInt(int64(x.Sign()*y.Sign())))
	}
	return q
}

// Float64 is a / 10^scale as the nearest double (ties to even).
func (a Int128) Float64(scale int) float64 {
	if v, ok := a.Int64(); ok && scale >= 0 && scale <= 22 && v >= -1<<53 && v <= 1<<53 {
		return float64(v) / exact10[scale] // both are exact, so that one division rounds once
	}
	f, _ := strconv.ParseFloat(a.String()+"e"+strconv.Itoa(-scale), 64)
	return f
}

// Float32 is a / 10^scale as the nearest float.
func (a Int128) Float32(scale int) float32 {
	f, _ := strconv.ParseFloat(a.String()+"e"+strconv.Itoa(-scale), 32)
	return float32(f)
}

var exact10 = [23]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// DecimalFromFloat64 is f in decimal at a scale: the shortest digits that mean f, as Spark takes them, rounded half up. ok is
// false for NaN, infinities, and values of more than precision digits.
func DecimalFromFloat64(f float64, precision, scale int) (v Int128, ok bool) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Int128{}, false
	}
	var text [32]byte
	v, _, fits := ParseDecimal(string(strconv.AppendFloat(text[:0], f, 'e', -1, 64)), precision, scale)
	return v, fits
}
