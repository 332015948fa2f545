package number

import (
	"math"
	"math/big"
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// rounding binds round and bround.
func rounding(how types.Rounding) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 2, fn.Numeric, fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		if len(args) == 1 {
			args = append(args, fn.Constant(types.Integer, int32(0)))
		}
		t := args[0].Type()
		if t.ID() == types.IDDecimal {
			return roundDecimal(c, args, how)
		}
		scale, ok, err := constantScale(c, args[1])
		if err != nil {
			return nil, err
		}
		b := &fn.Bound{Args: args[:1], Type: t, Nullable: true}
		if !ok {
			return fn.Replace(fn.Constant(t, nil)), nil
		}
		ansi := c.ANSI()
		switch t.ID() {
		case types.IDByte:
			b.Kernel = roundIntegers[int8](t, scale, how, ansi)
		case types.IDShort:
			b.Kernel = roundIntegers[int16](t, scale, how, ansi)
		case types.IDInteger:
			b.Kernel = roundIntegers[int32](t, scale, how, ansi)
		case types.IDLong:
			b.Kernel = roundIntegers[int64](t, scale, how, ansi)
		case types.IDFloat:
			b.Kernel = fn.Map1(t, func(v float32) float32 { return float32(roundFloat(float64(v), 32, scale, how)) })
		default:
			b.Kernel = fn.Map1(t, func(v float64) float64 { return roundFloat(v, 64, scale, how) })
		}
		return b, nil
	}
}

// constantScale reads the number of digits, which must not depend on the row; ok is false for NULL.
func constantScale(c *fn.Call, e expr.Expr) (scale int, ok bool, err error) {
	v, constant := c.Literal(e)
	if !constant {
		return 0, false, c.Mismatch("NON_FOLDABLE_INPUT", "inputName", "`scale`", "inputType", `"INT"`, "inputExpr", `"`+c.ArgText(e)+`"`)
	}
	n, ok := v.(int32)
	return int(n), ok, nil
}

// roundFloat rounds the shortest decimal digits of a value, as BigDecimal(Double.toString) does.
func roundFloat(v float64, bits, scale int, how types.Rounding) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) || v == 0 {
		return v + 0
	}
	if scale >= 0 && math.Abs(v) >= 1<<53 && bits == 64 {
		return v
	}
	text := strconv.FormatFloat(v, 'f', -1, bits)
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return v
	}
	unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(scale, -scale))), nil))
	if scale >= 0 {
		r.Mul(r, unit)
	} else {
		r.Quo(r, unit)
	}
	n := roundRat(r, how)
	out := new(big.Rat).SetInt(n)
	if scale >= 0 {
		out.Quo(out, unit)
	} else {
		out.Mul(out, unit)
	}
	f, _ := out.Float64()
	return f
}

func roundRat(r *big.Rat, how types.Rounding) *big.Int {
	q, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	if rest.Sign() == 0 {
		return q
	}
	twice := new(big.Int).Abs(rest)
	c := twice.Lsh(twice, 1).CmpAbs(r.Denom())
	away := c > 0 || c == 0 && (how == types.HalfUp || q.Bit(0) == 1)
	switch how {
	case types.Floor:
		away = r.Sign() < 0
	case types.Ceiling:
		away = r.Sign() > 0
	}
	if away {
		q.Add(q, big.NewInt(int64(r.Sign())))
	}
	return q
}

func roundIntegers[T int8 | int16 | int32 | int64](t types.DataType, scale int, how types.Rounding, ansi bool) fn.Kernel {
	return fn.Try1(t, func(v T) (T, bool, error) {
		if scale >= 0 {
			return v, true, nil
		}
		if scale < -types.MaxPrecision {
			return 0, true, nil
		}
		r, _ := types.Int128Of(int64(v)).RescaleTo(0, scale, how)
		r, _ = r.Rescale(scale, 0)
		n, ok := r.Int64()
		if (!ok || int64(T(n)) != n) && ansi {
			return 0, false, sparkerr.New("ARITHMETIC_OVERFLOW", "message", "Overflow", "alternative", "", "config", `"spark.sql.ansi.enabled"`)
		}
		return T(n), true, nil
	})
}

// roundDecimal gives the type that RoundBase gives: one more digit before the point, no more fraction digits than asked for.
func roundDecimal(c *fn.Call, args []expr.Expr, how types.Rounding) (*fn.Bound, error) {
	d := args[0].Type().(types.DecimalType)
	scale, ok, err := constantScale(c, args[1])
	if err != nil {
		return nil, err
	}
	t := types.DecimalType{Precision: min(max(d.Precision-d.Scale+1, 1-scale), types.MaxPrecision)}
	if scale >= 0 {
		s := min(d.Scale, scale)
		t = types.DecimalType{Precision: min(d.Precision-d.Scale+1+s, types.MaxPrecision), Scale: s}
	}
	if !ok {
		return fn.Replace(fn.Constant(t, nil)), nil
	}
	ansi := c.ANSI()
	return &fn.Bound{Args: args[:1], Type: t, Nullable: true, Kernel: fn.Try1(t, func(v types.Int128) (types.Int128, bool, error) {
		if scale < -types.MaxPrecision {
			return types.Int128{}, true, nil
		}
		r, fits := v.RescaleTo(d.Scale, min(d.Scale, scale), how)
		if fits && scale < 0 {
			r, fits = r.Rescale(scale, 0)
		}
		if fits = fits && r.FitsPrecision(t.Precision); !fits && ansi {
			text := types.Decimal{Unscaled: v, Scale: d.Scale}.String()
			return r, false, sparkerr.New("NUMERIC_VALUE_OUT_OF_RANGE.WITHOUT_SUGGESTION", "roundedValue", r.String(), "originalValue", text,
				"precision", strconv.Itoa(t.Precision), "scale", strconv.Itoa(t.Scale))
		}
		return r, fits, nil
	})}, nil
}
