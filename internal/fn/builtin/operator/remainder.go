package operator

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
)

// Remainder is a % b with the sign of a.
var Remainder = fn.Function{Name: "%", Aliases: []string{"mod"}, Group: "math_funcs",
	Doc:  fn.Describe("Returns the remainder of a division, with the sign of the dividend.", fn.Params("expr1", "expr2"), "SELECT -7 % 3", "-1"),
	Bind: remainder(false, false)}

// remainder binds % and pmod.
func remainder(positive, try bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := operands(c, fn.Numeric)
		if err != nil {
			return nil, err
		}
		on := mode(c, try)
		b := &fn.Bound{Args: args, Type: args[0].Type(), Nullable: true}
		switch b.Type.ID() {
		case types.IDByte:
			b.Kernel = remainders[int8](b.Type, positive, on)
		case types.IDShort:
			b.Kernel = remainders[int16](b.Type, positive, on)
		case types.IDInteger:
			b.Kernel = remainders[int32](b.Type, positive, on)
		case types.IDLong:
			b.Kernel = remainders[int64](b.Type, positive, on)
		case types.IDFloat:
			b.Kernel = fn.Try2(b.Type, func(x, y float32) (float32, bool, error) {
				r, ok, err := floatRemainder(float64(x), float64(y), positive, on)
				return float32(r), ok, err
			})
		case types.IDDouble:
			b.Kernel = fn.Try2(b.Type, func(x, y float64) (float64, bool, error) { return floatRemainder(x, y, positive, on) })
		default:
			decimalRemainder(b, positive, on)
		}
		return b, nil
	}
}

func remainderByZero(on failure) error {
	if on == raise {
		return sparkerr.New("REMAINDER_BY_ZERO", "config", `"spark.sql.ansi.enabled"`)
	}
	return nil
}

func remainders[T integer](t types.DataType, positive bool, on failure) fn.Kernel {
	return fn.Try2(t, func(x, y T) (T, bool, error) {
		switch {
		case y == 0:
			return 0, false, remainderByZero(on)
		case y == -1:
			return 0, true, nil
		}
		r := x % y
		if positive && r < 0 {
			r = (r + y) % y
		}
		return r, true, nil
	})
}

func floatRemainder(x, y float64, positive bool, on failure) (float64, bool, error) {
	if y == 0 {
		return 0, false, remainderByZero(on)
	}
	r := math.Mod(x, y)
	if positive && r < 0 {
		r = math.Mod(r+y, y)
	}
	return r, true, nil
}

func decimalRemainder(b *fn.Bound, positive bool, on failure) {
	x, y := b.Args[0].Type().(types.DecimalType), b.Args[1].Type().(types.DecimalType)
	scale := max(x.Scale, y.Scale)
	t := types.AdjustedDecimal(min(x.Precision-x.Scale, y.Precision-y.Scale)+scale, scale)
	b.Type = t
	b.Kernel = fn.Try2(t, func(v, w types.Int128) (types.Int128, bool, error) {
		if w.IsZero() {
			return w, false, remainderByZero(on)
		}
		r, ok := types.RemDecimal(v, x.Scale, w, y.Scale, t.Scale)
		if positive && ok && r.Sign() < 0 {
			sum, fits := types.AddDecimal(r, t.Scale, w, y.Scale, t.Scale)
			if ok = fits; ok {
				r, ok = types.RemDecimal(sum, t.Scale, w, y.Scale, t.Scale)
			}
		}
		if ok = ok && r.FitsPrecision(t.Precision); !ok && on == raise {
			return r, false, cast.DecimalOverflow(r.String(), t)
		}
		return r, ok, nil
	})
}
