package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/plan"
)

func (b *binder) castMode(m plan.CastMode) expr.CastMode {
	switch m {
	case plan.CastANSI:
		return expr.ANSI
	case plan.CastTry:
		return expr.Try
	case plan.CastLegacy:
		return expr.Legacy
	}
	if b.env.ANSI {
		return expr.ANSI
	}
	return expr.Legacy
}

// cast converts e to t without asking whether that is allowed; equal types stay as they are.
func (b *binder) cast(e expr.Expr, t types.DataType, mode expr.CastMode, implicit bool) expr.Expr {
	if types.Equal(e.Type(), t) {
		return e
	}
	b.checkTime(t)
	if l, ok := e.(*expr.Literal); ok && l.Value == nil && implicit {
		if _, written := b.texts[e]; !written {
			n := &expr.Literal{DataType: t}
			b.texts[n] = b.sql(e)
			return n
		}
	}
	return &expr.Cast{Child: e, DataType: t, Mode: mode, TimeZone: b.env.ZoneID, Implicit: implicit}
}

// implicit is the cast that type coercion puts in.
func (b *binder) implicit(e expr.Expr, t types.DataType) expr.Expr {
	return b.cast(e, t, b.castMode(plan.CastDefault), true)
}

// unify brings values to their common type; ok is false when there is none. Types that differ only in nullability inside are
// joined without a cast of values.
func (b *binder) unify(values []expr.Expr) (out []expr.Expr, ok bool) {
	list := make([]types.DataType, len(values))
	same := true
	for i, v := range values {
		list[i] = v.Type()
		same = same && types.EqualIgnoreMetadata(list[i], list[0])
	}
	if same {
		return values, true
	}
	common, ok := b.commonType(list)
	if !ok {
		return nil, false
	}
	out = make([]expr.Expr, len(values))
	for i, v := range values {
		out[i] = b.implicit(v, common)
	}
	return out, true
}

func (b *binder) commonType(list []types.DataType) (types.DataType, bool) {
	return fn.CommonType(b.env, list...)
}

// checkedCast is a cast that the user wrote: pairs of types without conversion are errors.
func (b *binder) checkedCast(e expr.Expr, t types.DataType, mode expr.CastMode) expr.Expr {
	t = castTarget(t)
	b.checkTime(t)
	c := &expr.Cast{Child: e, DataType: t, Mode: mode, TimeZone: b.env.ZoneID}
	if !fn.CanCast(e.Type(), t, mode) {
		text := b.quoted(c)
		if types.IsNested(t) { // Spark loses sight of the cast that was written
			text = b.quoted(e)
		}
		throw(fn.CastError(e.Type(), t, mode, text))
	}
	return c
}

// checkTime refuses to make values of type TIME, which has to be switched on.
func (b *binder) checkTime(t types.DataType) {
	if t.ID() == types.IDTime && b.env.Conf != nil && !strings.EqualFold(b.env.Conf("spark.sql.timeType.enabled"), "true") {
		fail("UNSUPPORTED_TIME_TYPE")
	}
}

// castTarget is the type values have after a cast: CHAR and VARCHAR are strings outside of tables.
func castTarget(t types.DataType) types.DataType {
	switch t := t.(type) {
	case types.CharType, types.VarcharType:
		return types.String
	case types.ArrayType:
		return types.ArrayType{Element: castTarget(t.Element), ContainsNull: t.ContainsNull}
	case types.MapType:
		return types.MapType{Key: castTarget(t.Key), Value: castTarget(t.Value), ValueContainsNull: t.ValueContainsNull}
	case types.StructType:
		fields := append([]types.StructField(nil), t.Fields...)
		for i := range fields {
			fields[i].Type = castTarget(fields[i].Type)
		}
		return types.StructType{Fields: fields}
	}
	return t
}

func quotedType(t types.DataType) string { return "\"" + t.SQL() + "\"" }

func typeList(values []expr.Expr) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = quotedType(v.Type())
	}
	return "[" + strings.Join(out, ", ") + "]"
}
