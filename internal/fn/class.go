package fn

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
)

// Class is a set of types that an argument may have (Spark's AbstractDataType), with the type that other types are cast to.
type Class struct {
	text string
	has  func(types.DataType) bool
	// fallback is what NULL becomes, and strings where they are read.
	fallback types.DataType
	// exact is a class of one type.
	exact types.DataType
	// any are alternatives, tried in order.
	any []Class
}

// The classes that Spark's functions ask for.
var (
	AnyType      = Class{text: `"ANY"`, has: func(types.DataType) bool { return true }, fallback: types.Null}
	Numeric      = Class{text: `"NUMERIC"`, has: types.IsNumeric, fallback: types.Double}
	Integral     = Class{text: `"INTEGRAL"`, has: types.IsIntegral, fallback: types.Integer}
	AnyDecimal   = Class{text: `"DECIMAL"`, has: is(types.IDDecimal), fallback: types.SystemDefaultDecimal}
	AnyString    = Class{text: `"STRING"`, has: types.IsString, fallback: types.String, exact: types.String}
	AnyTimestamp = Class{text: `"(TIMESTAMP OR TIMESTAMP WITHOUT TIME ZONE)"`, has: is(types.IDTimestamp, types.IDTimestampNTZ), fallback: types.Timestamp}
	AnyTime      = Class{text: `"TIME"`, has: is(types.IDTime), fallback: types.TimeType{Precision: 6}}
	YearMonth    = Class{text: `"INTERVAL YEAR TO MONTH"`, has: is(types.IDYearMonthInterval), fallback: types.YearMonthIntervalType{End: types.MonthField}}
	DayTime      = Class{text: `"INTERVAL DAY TO SECOND"`, has: is(types.IDDayTimeInterval), fallback: types.DayTimeIntervalType{End: types.SecondField}}
	AnyArray     = Class{text: `"ARRAY"`, has: is(types.IDArray), fallback: types.ArrayType{Element: types.Null, ContainsNull: true}}
	AnyMap       = Class{text: `"MAP"`, has: is(types.IDMap), fallback: types.MapType{Key: types.Null, Value: types.Null, ValueContainsNull: true}}
	AnyStruct    = Class{text: `"STRUCT"`, has: is(types.IDStruct), fallback: types.StructType{}}
)

// Exact is the class of one type.
func Exact(t types.DataType) Class {
	return Class{text: quoted(t), has: func(u types.DataType) bool { return types.EqualIgnoreNullability(t, u) }, fallback: t, exact: t}
}

// Either is the union of classes; arguments of none are cast to the first that takes them.
func Either(classes ...Class) Class {
	texts := make([]string, len(classes))
	for i, c := range classes {
		texts[i] = c.text
	}
	return Class{text: "(" + strings.Join(texts, " or ") + ")", any: classes, fallback: classes[0].fallback, has: func(t types.DataType) bool {
		for _, c := range classes {
			if c.has(t) {
				return true
			}
		}
		return false
	}}
}

// Named is the class with a text of its own for errors.
func (c Class) Named(text string) Class {
	c.text = text
	return c
}

// Has tells whether t is in the class.
func (c Class) Has(t types.DataType) bool { return c.has(t) }

// String is the class in error parameters (requiredType).
func (c Class) String() string { return c.text }

func is(ids ...types.ID) func(types.DataType) bool {
	return func(t types.DataType) bool {
		for _, id := range ids {
			if t.ID() == id {
				return true
			}
		}
		return false
	}
}

// ImplicitCast brings an argument to a class by the session's rules (Spark's TypeCoercion.implicitCast); ok is false when it
// cannot be.
func ImplicitCast(env *Env, e expr.Expr, want Class) (out expr.Expr, ok bool) {
	t, ok := implicitType(env, e.Type(), want)
	if !ok {
		return e, false
	}
	return CastTo(env, e, t), true
}

// CastTo is e as type t: e itself when it has the type (nullability aside), a literal NULL for NULL, else an implicit cast.
func CastTo(env *Env, e expr.Expr, t types.DataType) expr.Expr {
	if types.EqualIgnoreNullability(e.Type(), t) || types.IsString(e.Type()) && types.IsString(t) {
		return e
	}
	if l, ok := e.(*expr.Literal); ok && l.Value == nil {
		return &expr.Literal{DataType: t}
	}
	return &expr.Cast{Child: e, DataType: t, Mode: env.CastMode(), TimeZone: env.zoneID(), Implicit: true}
}

// implicitType is the type that an argument of type t is cast to.
func implicitType(env *Env, t types.DataType, want Class) (types.DataType, bool) {
	id := t.ID()
	switch {
	case want.has(t):
		return t, true
	case want.any != nil:
		for _, c := range want.any {
			if u, ok := implicitType(env, t, c); ok {
				return u, true
			}
		}
		return nil, false
	case id == types.IDNull:
		return want.fallback, true
	case types.IsNumeric(t) && want.text == AnyDecimal.text:
		d, ok := types.DefaultDecimalFor(t)
		return d, ok
	case types.IsString(t):
		return stringTo(want)
	case want.text == AnyTimestamp.text:
		return want.fallback, id == types.IDDate || id == types.IDTime && false
	case want.exact == nil:
		return nil, false
	case id == types.IDArray && want.exact.ID() == types.IDArray:
		return implicitArray(env, t.(types.ArrayType), want.exact.(types.ArrayType))
	case env.ansi():
		return want.exact, CanStoreAssign(t, want.exact) || types.IsDatetime(want.exact) && id == types.IDTime
	}
	return want.exact, legacyImplicit(t, want.exact)
}

// stringTo: strings are read as any atomic type that is asked for.
func stringTo(want Class) (types.DataType, bool) {
	switch want.text {
	case Numeric.text, AnyDecimal.text, AnyTimestamp.text, AnyTime.text:
		return want.fallback, true
	}
	return want.exact, want.exact != nil && types.IsAtomic(want.exact)
}

func implicitArray(env *Env, from, to types.ArrayType) (types.DataType, bool) {
	e, ok := implicitType(env, from.Element, Exact(to.Element))
	return types.ArrayType{Element: e, ContainsNull: from.ContainsNull || to.ContainsNull}, ok
}

func legacyImplicit(from, to types.DataType) bool {
	f, t := from.ID(), to.ID()
	switch {
	case types.IsNumeric(from) && types.IsNumeric(to):
		return true
	case types.IsDatetime(from) && types.IsDatetime(to):
		return true
	case types.IsString(to):
		return types.IsAtomic(from)
	}
	return f == t && (types.IsANSIInterval(from) || f == types.IDTime)
}
