package types

import "math/bits"

// uint128 is a magnitude.
type uint128 struct{ lo, hi uint64 }

// uint256 is a product or a dividend of two of them, least significant word first.
type uint256 [4]uint64

func (a uint128) less(b uint128) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }
func (a uint128) wide() uint256       { return uint256{a.lo, a.hi} }

// sub is a-b modulo 2^128.
func (a uint128) sub(b uint128) uint128 {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, borrow)
	return uint128{lo, hi}
}

// quoRem64 divides by one word.
func (a uint128) quoRem64(d uint64) (q uint128, r uint64) {
	q.hi, r = bits.Div64(0, a.hi, d)
	q.lo, r = bits.Div64(r, a.lo, d)
	return q, r
}

func (a uint128) mul(b uint128) (w uint256) {
	var carry, hi, lo uint64
	w[1], w[0] = bits.Mul64(a.lo, b.lo)
	if a.hi|b.hi == 0 {
		return w
	}
	hi, lo = bits.Mul64(a.lo, b.hi)
	w[1], carry = bits.Add64(w[1], lo, 0)
	w[2], carry = bits.Add64(hi, 0, carry)
	w[3] = carry
	hi, lo = bits.Mul64(a.hi, b.lo)
	w[1], carry = bits.Add64(w[1], lo, 0)
	w[2], carry = bits.Add64(w[2], hi, carry)
	w[3] += carry
	hi, lo = bits.Mul64(a.hi, b.hi)
	w[2], carry = bits.Add64(w[2], lo, 0)
	w[3], _ = bits.Add64(w[3], hi, carry)
	return w
}

// add1 is w+1.
func (w uint256) add1() uint256 {
	for i := range w {
		if w[i]++; w[i] != 0 {
			break
		}
	}
	return w
}

// signed is w or -w as an Int128; ok is false when it does not fit.
func (w uint256) signed(negative bool) (Int128, bool) {
	v := Int128{w[0], int64(w[1])}
	if w[2] != 0 || w[3] != 0 {
		return v, false
	}
	if negative {
		return v.Neg(), v.Hi >= 0 || v == MinInt128
	}
	return v, v.Hi >= 0
}

// quoRem divides by a non-zero 128-bit number (Knuth's algorithm D with 64-bit digits; D has one or two of them).
func (w uint256) quoRem(d uint128) (q uint256, r uint128) {
	if d.hi == 0 {
		return w.quoRem64(d.lo)
	}
	shift := uint(bits.LeadingZeros64(d.hi))
	dh, dl := d.hi<<shift|d.lo>>1>>(63-shift), d.lo<<shift
	var n [5]uint64 // the dividend, shifted
	n[4] = w[3] >> 1 >> (63 - shift)
	for i := 3; i > 0; i-- {
		n[i] = w[i]<<shift | w[i-1]>>1>>(63-shift)
	}
	n[0] = w[0] << shift
	for j := 2; j >= 0; j-- {
		q[j] = divideDigit(n[j:j+3], dh, dl)
	}
	r.lo = n[0]>>shift | n[1]<<1<<(63-shift)
	r.hi = n[1] >> shift
	return q, r
}

// divideDigit takes three digits of the dividend, finds one digit of the quotient, and leaves the remainder.
func divideDigit(n []uint64, dh, dl uint64) uint64 {
	q, r, over := ^uint64(0), uint64(0), uint64(0)
	if n[2] >= dh {
		r, over = bits.Add64(n[1], dh, 0)
	} else {
		q, r = bits.Div64(n[2], n[1], dh)
	}
	for over == 0 {
		hi, lo := bits.Mul64(q, dl)
		if hi < r || hi == r && lo <= n[0] {
			break
		}
		q--
		r, over = bits.Add64(r, dh, 0)
	}
	hi, lo := bits.Mul64(q, dl)
	var b uint64
	n[0], b = bits.Sub64(n[0], lo, 0)
	n[1], b = bits.Sub64(n[1], hi, b)
	n[2] -= b
	n[1], b = bits.Sub64(n[1], q*dh, 0)
	hi, _ = bits.Mul64(q, dh)
	n[2] -= hi + b
	return q
}

func (w uint256) quoRem64(d uint64) (q uint256, r uint128) {
	var rest uint64
	for i := 3; i >= 0; i-- {
		if i > 0 && rest == 0 && w[i] == 0 {
			continue
		}
		q[i], rest = bits.Div64(rest, w[i], d)
	}
	return q, uint128{rest, 0}
}

// quoHalfUp divides and rounds a half away from zero.
func (w uint256) quoHalfUp(d uint128) uint256 {
	q, r := w.quoRem(d)
	if !r.less(d.sub(r)) { // 2r >= d, without overflow
		return q.add1()
	}
	return q
}
