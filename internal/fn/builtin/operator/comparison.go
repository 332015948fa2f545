package operator

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// comparison binds an operator to a Compare node.
func comparison(op expr.CompareOp) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		l, r, err := comparable(c, op == expr.Eq || op == expr.Ne || op == expr.EqNullSafe)
		if err != nil {
			return nil, err
		}
		return fn.Replace(&expr.Compare{Op: op, Left: l, Right: r}), nil
	}
}

// comparable brings two operands to one type; equality alone also takes types without order.
func comparable(c *fn.Call, equality bool) (l, r expr.Expr, err error) {
	if err := c.Arity(2, 2); err != nil {
		return nil, nil, err
	}
	l, r = c.Args[0], c.Args[1]
	t, ok := comparisonType(c, l, r)
	if !ok {
		return nil, nil, c.Mismatch("BINARY_OP_DIFF_TYPES", "left", `"`+l.Type().SQL()+`"`, "right", `"`+r.Type().SQL()+`"`)
	}
	if !types.IsOrderable(t) && !(equality && t.ID() == types.IDCalendarInterval) {
		return nil, nil, c.Mismatch("INVALID_ORDERING_TYPE", "functionName", "`"+c.Name+"`", "dataType", `"`+t.SQL()+`"`)
	}
	return c.Cast(l, t), c.Cast(r, t), nil
}

func comparisonType(c *fn.Call, l, r expr.Expr) (types.DataType, bool) {
	a, b := l.Type(), r.Type()
	if !c.ANSI() {
		switch {
		case types.IsString(a) && types.IsAtomic(b) && !types.IsString(b):
			return legacyComparison(b), true
		case types.IsString(b) && types.IsAtomic(a) && !types.IsString(a):
			return legacyComparison(a), true
		case a.ID() == types.IDBoolean && types.IsNumeric(b):
			return b, true
		case b.ID() == types.IDBoolean && types.IsNumeric(a):
			return a, true
		}
	}
	l, r = decimals(c, l, r)
	return fn.WiderType(c.Env, l.Type(), r.Type())
}

// legacyComparison is the type in which a string meets another value outside ANSI mode.
func legacyComparison(t types.DataType) types.DataType {
	if types.IsNumeric(t) && t.ID() == types.IDDecimal {
		return types.Double
	}
	return t
}
