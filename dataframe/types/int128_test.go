package types

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// samples are values at the edges of words and random ones of every length.
func samples(r *rand.Rand) []Int128 {
	s := []Int128{{}, Int128Of(1), Int128Of(-1), MaxInt128, MinInt128, {0, 1}, {0, -1}, {math.MaxUint64, 0}, Int128Of(math.MinInt64), Pow10(38), Pow10(19).Neg(), Pow10(18)}
	for range 120 {
		v := Int128{r.Uint64(), int64(r.Uint64())}
		n := r.IntN(128)
		b := v.Big()
		b.Rsh(b, uint(n))
		v, _ = Int128FromBig(b)
		s = append(s, v)
	}
	return s
}

func wrap(b *big.Int) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), 128)
	b = new(big.Int).Mod(b, m)
	if b.Bit(127) == 1 {
		b.Sub(b, m)
	}
	return b
}

func TestInt128AgainstBig(t *testing.T) {
	s := samples(rand.New(rand.NewPCG(1, 2)))
	check := func(op string, a, b, got Int128, ok bool, want *big.Int) {
		t.Helper()
		_, fits := Int128FromBig(want)
		if ok != fits || got.Big().Cmp(wrap(want)) != 0 {
			t.Fatalf("%v %s %v = %v %v, want %v", a, op, b, got, ok, want)
		}
	}
	for _, a := range s {
		x := a.Big()
		if back, ok := Int128FromString(a.String()); !ok || back != a || a.String() != x.String() {
			t.Fatalf("text of %v: %s", x, a)
		}
		if n := len(new(big.Int).Abs(x).String()); a.Digits() != n || a.FitsPrecision(n-1) && n > 1 || n <= 38 && !a.FitsPrecision(n) {
			t.Fatalf("digits of %v: %d", a, a.Digits())
		}
		for _, b := range s {
			y := b.Big()
			v, ok := a.AddChecked(b)
			check("+", a, b, v, ok, new(big.Int).Add(x, y))
			v, ok = a.SubChecked(b)
			check("-", a, b, v, ok, new(big.Int).Sub(x, y))
			if v, ok = a.MulChecked(b); ok {
				check("*", a, b, v, ok, new(big.Int).Mul(x, y))
			} else if _, fits := Int128FromBig(new(big.Int).Mul(x, y)); fits {
				t.Fatalf("%v * %v does not overflow", a, b)
			}
			if got, want := a.Mul(b).Big(), wrap(new(big.Int).Mul(x, y)); got.Cmp(want) != 0 {
				t.Fatalf("%v * %v = %v, want %v", a, b, got, want)
			}
			if a.Cmp(b) != x.Cmp(y) || a.Less(b) != (x.Cmp(y) < 0) {
				t.Fatalf("cmp %v %v", a, b)
			}
			if b.IsZero() {
				continue
			}
			q, r := a.QuoRem(b)
			wq, wr := new(big.Int).QuoRem(x, y, new(big.Int))
			if q.Big().Cmp(wrap(wq)) != 0 || r.Big().Cmp(wr) != 0 {
				t.Fatalf("%v / %v = %v rest %v, want %v rest %v", a, b, q, r, wq, wr)
			}
		}
	}
}

func TestDecimalArithmeticAgainstRat(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		a, b := sample38(r), sample38(r)
		as, bs, to := r.IntN(39), r.IntN(39), r.IntN(39)
		x, y := Decimal{a, 38, as}.Rat(), Decimal{b, 38, bs}.Rat()
		exact := map[string]*big.Rat{"+": new(big.Rat).Add(x, y), "-": new(big.Rat).Sub(x, y), "*": new(big.Rat).Mul(x, y)}
		got := map[string]func() (Int128, bool){
			"+": func() (Int128, bool) { return AddDecimal(a, as, b, bs, to) },
			"-": func() (Int128, bool) { return SubDecimal(a, as, b, bs, to) },
			"*": func() (Int128, bool) { return MulDecimal(a, as, b, bs, to) },
		}
		if !b.IsZero() {
			exact["/"] = new(big.Rat).Quo(x, y)
			got["/"] = func() (Int128, bool) { return DivDecimal(a, as, b, bs, to) }
			q := new(big.Rat).SetInt(quoDown(exact["/"]))
			exact["%"] = new(big.Rat).Sub(x, q.Mul(q, y))
			got["%"] = func() (Int128, bool) { return RemDecimal(a, as, b, bs, to) }
		}
		for op, e := range exact {
			v, ok := got[op]()
			want, fits := Int128FromBig(halfUp(e, to))
			if ok != fits || ok && v != want {
				t.Fatalf("%v(%d) %s %v(%d) at %d = %v %v, want %v %v", a, as, op, b, bs, to, v, ok, want, fits)
			}
		}
		if CmpDecimal(a, as, b, bs) != x.Cmp(y) {
			t.Fatalf("cmp %v(%d) %v(%d)", a, as, b, bs)
		}
		if f, _ := x.Float64(); a.Float64(as) != f {
			t.Fatalf("float of %v(%d): %v, want %v", a, as, a.Float64(as), f)
		}
	}
}

func sample38(r *rand.Rand) Int128 {
	v := Int128{r.Uint64(), int64(r.Uint64())}
	_, v = v.QuoRem(Pow10(1 + r.IntN(38)))
	return v
}

func quoDown(r *big.Rat) *big.Int { return new(big.Int).Quo(r.Num(), r.Denom()) }

func halfUp(r *big.Rat, scale int) *big.Int {
	n := new(big.Int).Mul(r.Num(), Pow10(scale).Big())
	return bigQuoHalfUp(n, r.Denom())
}

func TestRescaleTo(t *testing.T) {
	cases := []struct {
		v    int64
		how  Rounding
		want int64
	}{
		{25, HalfEven, 2}, {35, HalfEven, 4}, {-25, HalfEven, -2}, {26, HalfEven, 3}, {25, HalfUp, 3}, {-25, HalfUp, -3},
		{21, Ceiling, 3}, {-29, Ceiling, -2}, {29, Floor, 2}, {-21, Floor, -3}, {29, Down, 2}, {-29, Down, -2}, {20, Ceiling, 2},
	}
	for _, c := range cases {
		if got, ok := Int128Of(c.v).RescaleTo(1, 0, c.how); !ok || got != Int128Of(c.want) {
			t.Errorf("%d by %d: %v, want %d", c.v, c.how, got, c.want)
		}
	}
}

func TestDecimalText(t *testing.T) {
	cases := []struct {
		in        string
		p, s      int
		want      string
		ok, valid bool
	}{
		{"0", 10, 0, "0", true, true}, {"-0.005", 10, 2, "-0.01", true, true}, {"0.004999999999", 10, 2, "0.00", true, true},
		{"1e3", 10, 2, "1000.00", true, true}, {"12345678901234567890123456789012345678", 38, 0, "12345678901234567890123456789012345678", true, true},
		{"123456789012345678901234567890123456789", 38, 0, "", false, true}, {".5", 3, 1, "0.5", true, true}, {"5.", 3, 1, "5.0", true, true},
		{"99.95", 3, 1, "", false, true}, {"1E-40", 38, 38, "0." + "00000000000000000000000000000000000000", true, true},
		{"1e", 3, 1, "", false, false}, {"", 3, 1, "", false, false}, {".", 3, 1, "", false, false}, {"1x", 3, 1, "", false, false},
		{"0e99999", 3, 1, "0.0", true, true}, {"+7", 3, 0, "7", true, true}, {"1 ", 3, 0, "", false, false},
	}
	for _, c := range cases {
		v, valid, fits := ParseDecimal(c.in, c.p, c.s)
		if valid != c.valid || (valid && fits) != c.ok {
			t.Errorf("%q: valid %t fits %t", c.in, valid, fits)
		} else if c.ok && (Decimal{v, c.p, c.s}).String() != c.want {
			t.Errorf("%q: %s, want %s", c.in, Decimal{v, c.p, c.s}, c.want)
		}
	}
}

func TestDecimalFromFloat(t *testing.T) {
	for _, c := range []struct {
		f    float64
		want string
	}{{0.1, "0.100"}, {2.675, "2.675"}, {1e10, "10000000000.000"}, {-0.0005, "-0.001"}, {123.4565, "123.457"}} {
		v, ok := DecimalFromFloat64(c.f, 20, 3)
		if got := (Decimal{v, 20, 3}).String(); !ok || got != c.want {
			t.Errorf("%v: %s, want %s", c.f, got, c.want)
		}
	}
	if _, ok := DecimalFromFloat64(math.NaN(), 20, 3); ok {
		t.Error("NaN is no decimal")
	}
}
