package operator

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
)

// operands brings the two operands of an operator to one type of the class that it accepts; decimals keep their own types. Operands that have
// no such type are left as they are, and refused: BINARY_OP_DIFF_TYPES, or BINARY_OP_WRONG_TYPE when both are of one type.
func operands(c *fn.Call, want fn.Class) ([]expr.Expr, error) {
	if err := c.Arity(2, 2); err != nil {
		return nil, err
	}
	l, r := c.Args[0], c.Args[1]
	if l.Type().ID() == types.IDNull && r.Type().ID() == types.IDNull && want.Has(types.Double) {
		return []expr.Expr{c.Cast(l, types.Double), c.Cast(r, types.Double)}, nil
	}
	if t, ok := promoteString(c, l.Type(), r.Type()); ok {
		l, r = c.Cast(l, t), c.Cast(r, t)
	}
	if want.Has(types.SystemDefaultDecimal) {
		l, r = decimals(c, l, r)
		if l.Type().ID() == types.IDDecimal && r.Type().ID() == types.IDDecimal {
			return []expr.Expr{l, r}, nil
		}
	}
	if t, ok := fn.TightestCommon(c.Env, l.Type(), r.Type()); ok && want.Has(t) {
		return []expr.Expr{c.Cast(l, t), c.Cast(r, t)}, nil
	}
	return nil, badOperands(c, want)
}

// badOperands is the error for operands that an operator does not take.
func badOperands(c *fn.Call, want fn.Class) error {
	l, r := c.Args[0], c.Args[1]
	a, b := fn.ReportedTypes(c.Env, l, r)
	if !c.ANSI() { // arithmetic reads every string as a DOUBLE
		if types.IsString(a) && !isInterval(b) {
			a = types.Double
		}
		if types.IsString(b) && !isInterval(a) {
			b = types.Double
		}
	}
	if types.EqualIgnoreNullability(a, b) {
		if c.Name == "/" || c.Name == "try_divide" {
			want = doubleOrDecimal
		}
		return wrongType(c, want, a)
	}
	return c.Mismatch("BINARY_OP_DIFF_TYPES", "left", `"`+a.SQL()+`"`, "right", `"`+b.SQL()+`"`)
}

func wrongType(c *fn.Call, want fn.Class, t types.DataType) error {
	return c.Mismatch("BINARY_OP_WRONG_TYPE", "inputType", want.String(), "actualDataType", `"`+t.SQL()+`"`)
}

// promoteString: ANSI reads a string as BIGINT or DOUBLE beside a number (and two strings stay strings); legacy computes in DOUBLE.
func promoteString(c *fn.Call, a, b types.DataType) (types.DataType, bool) {
	if !c.ANSI() {
		return types.Double, types.IsString(a) && (types.IsNumeric(b) || types.IsString(b) || b.ID() == types.IDNull) ||
			types.IsString(b) && (types.IsNumeric(a) || a.ID() == types.IDNull)
	}
	if types.IsString(a) && b.ID() == types.IDNull || types.IsString(b) && a.ID() == types.IDNull {
		return types.String, true
	}
	return fn.StringPromotion(c.Env, a, b)
}

// decimals makes decimals of both operands when one is a decimal and the other exact too; beside a float both become DOUBLE.
func decimals(c *fn.Call, l, r expr.Expr) (expr.Expr, expr.Expr) {
	a, b := l.Type().ID(), r.Type().ID()
	switch {
	case a == types.IDDecimal && types.IsIntegral(r.Type()):
		return l, c.Cast(r, fn.ExactDecimal(r))
	case b == types.IDDecimal && types.IsIntegral(l.Type()):
		return c.Cast(l, fn.ExactDecimal(l)), r
	case a == types.IDDecimal && (b == types.IDFloat || b == types.IDDouble), b == types.IDDecimal && (a == types.IDFloat || a == types.IDDouble):
		return c.Cast(l, types.Double), c.Cast(r, types.Double)
	case a == types.IDDecimal && b == types.IDNull:
		return l, c.Cast(r, l.Type())
	case b == types.IDDecimal && a == types.IDNull:
		return c.Cast(l, r.Type()), r
	}
	return l, r
}

// mode is what a call does with values that do not fit.
func mode(c *fn.Call, try bool) failure {
	switch {
	case try:
		return null
	case c.ANSI():
		return raise
	}
	return wrap
}

var numericOrInterval = fn.Either(fn.Numeric, fn.DayTime, fn.YearMonth, fn.Exact(types.CalendarInterval))

// arithmetic binds +, - and *.
func arithmetic(o op, try bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if b, err := datetimeArithmetic(c, o, try); b != nil || err != nil {
			return b, err
		}
		want := numericOrInterval
		if o == multiply {
			want = fn.Numeric
		}
		args, err := operands(c, want)
		if err != nil {
			return nil, err
		}
		t := args[0].Type()
		b := &fn.Bound{Args: args, Type: t, Nullable: try || fn.AnyNullable(args)}
		on := mode(c, try)
		switch t.ID() {
		case types.IDByte:
			b.Kernel = integers[int8](o, t, on)
		case types.IDShort:
			b.Kernel = integers[int16](o, t, on)
		case types.IDInteger:
			b.Kernel = integers[int32](o, t, on)
		case types.IDLong:
			b.Kernel = integers[int64](o, t, on)
		case types.IDFloat:
			b.Kernel = floats[float32](o, t)
		case types.IDDouble:
			b.Kernel = floats[float64](o, t)
		case types.IDDecimal:
			bindDecimal(b, o, on)
		default:
			bindIntervals(b, o, on)
		}
		return b, nil
	}
}

// bindDecimal computes the result type of DecimalPrecision and its kernel.
func bindDecimal(b *fn.Bound, o op, on failure) {
	x, y := b.Args[0].Type().(types.DecimalType), b.Args[1].Type().(types.DecimalType)
	t := types.AdjustedDecimal(max(x.Precision-x.Scale, y.Precision-y.Scale)+max(x.Scale, y.Scale)+1, max(x.Scale, y.Scale))
	compute := types.AddDecimal
	switch o {
	case subtract:
		compute = types.SubDecimal
	case multiply:
		t = types.AdjustedDecimal(x.Precision+y.Precision+1, x.Scale+y.Scale)
		compute = types.MulDecimal
	}
	b.Type = t
	b.Nullable = b.Nullable || on != raise
	exact := func(v, w types.Int128) string {
		p, q := types.Decimal{Unscaled: v, Scale: x.Scale}.Rat(), types.Decimal{Unscaled: w, Scale: y.Scale}.Rat()
		r, digits := p, max(x.Scale, y.Scale)
		switch o {
		case add:
			r.Add(p, q)
		case subtract:
			r.Sub(p, q)
		default:
			r.Mul(p, q)
			digits = x.Scale + y.Scale
		}
		return r.FloatString(digits)
	}
	b.Kernel = fn.Try2(t, func(v, w types.Int128) (types.Int128, bool, error) {
		r, ok := compute(v, x.Scale, w, y.Scale, t.Scale)
		if ok && r.FitsPrecision(t.Precision) {
			return r, true, nil
		}
		if on == raise {
			return r, false, cast.DecimalOverflow(exact(v, w), t)
		}
		return r, false, nil
	})
}
