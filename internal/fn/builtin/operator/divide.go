package operator

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
)

// Divide is a / b in DOUBLE or DECIMAL.
var Divide = fn.Function{Name: "/", Group: "math_funcs",
	Doc:  fn.Describe("Returns `expr1` / `expr2`; the result is never an integer.", fn.Params("expr1", "expr2"), "SELECT 3 / 2", "1.5"),
	Bind: divide(false)}

var doubleOrDecimal = fn.Either(fn.Exact(types.Double), fn.AnyDecimal)

func divide(try bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if b, err := divideInterval(c, try); b != nil || err != nil {
			return b, err
		}
		args, err := operands(c, fn.Numeric)
		if err != nil {
			return nil, err
		}
		on := mode(c, try)
		b := &fn.Bound{Args: args, Type: types.Double, Nullable: true}
		if on == raise {
			b.Nullable = fn.AnyNullable(args)
		}
		b.Nullable = true // Spark's DivModLike is always nullable
		if args[0].Type().ID() == types.IDDecimal {
			divideDecimal(b, on)
			return b, nil
		}
		b.Args = []expr.Expr{c.Cast(args[0], types.Double), c.Cast(args[1], types.Double)}
		b.Kernel = fn.Try2(types.Double, func(x, y float64) (float64, bool, error) {
			if y == 0 {
				return 0, false, divideByZero(on)
			}
			return x / y, true, nil
		})
		return b, nil
	}
}

func divideByZero(on failure) error {
	if on == raise {
		return sparkerr.New("DIVIDE_BY_ZERO", "config", `"spark.sql.ansi.enabled"`)
	}
	return nil
}

func divideDecimal(b *fn.Bound, on failure) {
	x, y := b.Args[0].Type().(types.DecimalType), b.Args[1].Type().(types.DecimalType)
	scale := max(6, x.Scale+y.Precision+1)
	t := types.AdjustedDecimal(x.Precision-x.Scale+y.Scale+scale, scale)
	b.Type = t
	b.Kernel = fn.Try2(t, func(v, w types.Int128) (types.Int128, bool, error) {
		if w.IsZero() {
			return w, false, divideByZero(on)
		}
		r, ok := types.DivDecimal(v, x.Scale, w, y.Scale, t.Scale)
		if ok && r.FitsPrecision(t.Precision) {
			return r, true, nil
		}
		if on != raise {
			return r, false, nil
		}
		q := types.Decimal{Unscaled: v, Scale: x.Scale}.Rat()
		return r, false, cast.DecimalOverflow(q.Quo(q, types.Decimal{Unscaled: w, Scale: y.Scale}.Rat()).FloatString(types.MaxPrecision+1), t)
	})
}
