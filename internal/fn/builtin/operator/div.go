package operator

import (
	"math"
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// Div is the integral quotient, always BIGINT.
var Div = fn.Function{Name: "div", Group: "math_funcs",
	Doc: fn.Describe("Divides and drops the fraction.", fn.Params("expr1", "expr2"), "SELECT 7 div 2", "3"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := operands(toLong(c), fn.Either(fn.Exact(types.Long), fn.AnyDecimal, fn.YearMonth, fn.DayTime))
		if err != nil {
			return nil, err
		}
		on := mode(c, false)
		b := &fn.Bound{Args: args, Type: types.Long, Nullable: true}
		switch t := args[0].Type(); t.ID() {
		case types.IDDecimal:
			x, y := t.(types.DecimalType).Scale, args[1].Type().(types.DecimalType).Scale
			b.Kernel = fn.Try2(types.Long, func(v, w types.Int128) (int64, bool, error) {
				if w.IsZero() {
					return 0, false, divideByZero(on)
				}
				q, _ := types.QuoDecimal(v, x, w, y)
				r, ok := q.Int64()
				if !ok && on == raise {
					return 0, false, sparkerr.New("CAST_OVERFLOW", "value", q.String()+"BD", "sourceType", `"DECIMAL(`+strconv.Itoa(q.Digits())+`,0)"`, "targetType", `"BIGINT"`, "ansiConfig", `"spark.sql.ansi.enabled"`)
				}
				return r, true, nil
			})
		case types.IDYearMonthInterval:
			b.Kernel = fn.Try2(types.Long, func(v, w int32) (int64, bool, error) { return quotient(int64(v), int64(w), on) })
		case types.IDDayTimeInterval:
			b.Kernel = fn.Try2(types.Long, func(v, w int64) (int64, bool, error) { return quotient(v, w, on) })
		default:
			b.Kernel = fn.Try2(types.Long, func(v, w int64) (int64, bool, error) { return quotient(v, w, on) })
		}
		return b, nil
	}}

func quotient(v, w int64, on failure) (int64, bool, error) {
	switch {
	case w == 0:
		return 0, false, divideByZero(on)
	case w == -1 && v == math.MinInt64 && on == raise:
		return 0, false, overflow("Overflow in integral divide", "try_divide")
	}
	return v / w, true, nil
}

// toLong widens small integers, unless a decimal is beside them.
func toLong(c *fn.Call) *fn.Call {
	call := *c
	call.Args = append([]expr.Expr(nil), c.Args...)
	for i, a := range call.Args {
		if id := a.Type().ID(); id == types.IDByte || id == types.IDShort || id == types.IDInteger {
			if len(call.Args) == 2 && call.Args[1-i].Type().ID() == types.IDDecimal {
				continue
			}
			call.Args[i] = c.Cast(a, types.Long)
		}
	}
	return &call
}
