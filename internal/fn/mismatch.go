package fn

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
)

// ReportedTypes are the types that an error about two operands names: those they have after the casts that are made before the
// operator looks at them. Strings are read as the other side asks, exact numbers become decimals beside one, a decimal beside a
// floating-point number becomes DOUBLE.
func ReportedTypes(env *Env, l, r expr.Expr) (a, b types.DataType) {
	a, b = l.Type(), r.Type()
	if t, ok := StringPromotion(env, a, b); ok && env.ansi() {
		return t, t
	}
	if env.ansi() && (types.IsString(a) && b.ID() == types.IDNull || types.IsString(b) && a.ID() == types.IDNull) {
		return types.String, types.String
	}
	floating := func(t types.DataType) bool { return t.ID() == types.IDFloat || t.ID() == types.IDDouble }
	switch {
	case a.ID() == types.IDDecimal && floating(b):
		return types.Double, b
	case b.ID() == types.IDDecimal && floating(a):
		return a, types.Double
	case a.ID() == types.IDDecimal && types.IsIntegral(b):
		return a, ExactDecimal(r)
	case b.ID() == types.IDDecimal && types.IsIntegral(a):
		return ExactDecimal(l), b
	}
	return a, b
}

// ExactDecimal is the decimal for an integer: a literal needs only its own digits.
func ExactDecimal(e expr.Expr) types.DataType {
	l, ok := e.(*expr.Literal)
	if !ok || l.Value == nil {
		d, _ := types.DefaultDecimalFor(e.Type())
		return d
	}
	var v int64
	switch x := l.Value.(type) {
	case int8: // Spark's DecimalType.fromLiteral leaves TINYINT out
		return types.DecimalType{Precision: 3}
	case int16:
		v = int64(x)
	case int32:
		v = int64(x)
	case int64:
		v = x
	}
	return types.DecimalType{Precision: types.Int128Of(v).Digits()}
}
