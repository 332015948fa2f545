package text

import (
	"math"
	"math/big"
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// FormatNumber writes a number with grouping commas.
var FormatNumber = fn.Function{Name: "format_number", Group: "string_funcs",
	Doc: fn.Describe("Writes a number like #,###,###.## with `d` fraction digits, halves to even; NULL for a negative d.", fn.Params("col", "d:int"),
		"SELECT format_number(12332.123456, 4)", "12,332.1235"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 2, fn.Numeric, fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		t := args[0].Type()
		exact := func(v *vec.Vector, i int) *big.Rat {
			switch t := t.(type) {
			case types.DecimalType:
				return types.Decimal{Unscaled: vec.Values[types.Int128](v)[i], Scale: t.Scale}.Rat()
			case types.FloatType:
				r, _ := new(big.Rat).SetString(strconv.FormatFloat(float64(vec.Values[float32](v)[i]), 'f', -1, 64))
				return r
			case types.DoubleType:
				r, _ := new(big.Rat).SetString(strconv.FormatFloat(vec.Values[float64](v)[i], 'f', -1, 64))
				return r
			case types.ByteType:
				return new(big.Rat).SetInt64(int64(vec.Values[int8](v)[i]))
			case types.ShortType:
				return new(big.Rat).SetInt64(int64(vec.Values[int16](v)[i]))
			case types.IntegerType:
				return new(big.Rat).SetInt64(int64(vec.Values[int32](v)[i]))
			}
			return new(big.Rat).SetInt64(vec.Values[int64](v)[i])
		}
		return &fn.Bound{Args: args, Type: types.String, Nullable: true, Kernel: fn.Rows(types.String, func(r fn.Row, out *vec.Builder) error {
			digits := r.Int(1)
			if digits < 0 {
				out.Null()
				return nil
			}
			v, i := r.At(0)
			if text, special := notFinite(v, i); special {
				out.TextString(text)
				return nil
			}
			out.Text(grouped(exact(v, i), digits))
			return nil
		})}, nil
	}}

func notFinite(v *vec.Vector, i int) (string, bool) {
	f := 0.0
	switch v.Type.ID() {
	case types.IDFloat:
		f = float64(vec.Values[float32](v)[i])
	case types.IDDouble:
		f = vec.Values[float64](v)[i]
	}
	switch {
	case f != f:
		return "NaN", true
	case math.IsInf(f, 1):
		return "∞", true
	case math.IsInf(f, -1):
		return "-∞", true
	}
	return "", false
}

// grouped writes r with halves rounded to even and commas.
func grouped(r *big.Rat, digits int) []byte {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	scaled := new(big.Rat).Mul(r, new(big.Rat).SetInt(unit))
	q, rest := new(big.Int).QuoRem(scaled.Num(), scaled.Denom(), new(big.Int))
	twice := new(big.Int).Lsh(new(big.Int).Abs(rest), 1)
	if c := twice.Cmp(scaled.Denom()); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(int64(r.Sign())))
	}
	text := new(big.Int).Abs(q).String()
	for len(text) <= digits {
		text = "0" + text
	}
	whole, fraction := text[:len(text)-digits], text[len(text)-digits:]
	var out []byte
	if r.Sign() < 0 {
		out = append(out, '-')
	}
	for i := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			out = append(out, ',')
		}
		out = append(out, whole[i])
	}
	if digits > 0 {
		out = append(append(out, '.'), fraction...)
	}
	return out
}
