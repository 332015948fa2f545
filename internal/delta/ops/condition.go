package ops

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
)

// joinCondition is the ON condition of a MERGE taken apart.
type joinCondition struct {
	target, source []expr.Expr // key i: target[i] = source[i], of equal types
	nullSafe       []bool
	targetOnly     []expr.Expr // conjuncts that read no source column: they also prune files
	sourceOnly     []expr.Expr // conjuncts that read no target column
	residual       []expr.Expr // all others, evaluated on pairs
}

// splitCondition finds the keys in a condition. Null-safe equality is a key like any other, and so is its long form
// a = b OR (a IS NULL AND b IS NULL).
func splitCondition(condition expr.Expr, target, source map[expr.AttributeID]bool) joinCondition {
	var c joinCondition
	for _, e := range expr.Conjuncts(condition) {
		t, s := reads(e, target), reads(e, source)
		switch {
		case !t && !s && isTrue(e):
		case !s && expr.Deterministic(e):
			c.targetOnly = append(c.targetOnly, e)
		case !t && expr.Deterministic(e):
			c.sourceOnly = append(c.sourceOnly, e)
		default:
			l, r, safe, ok := equality(e)
			if ok && reads(l, source) && reads(r, target) {
				l, r = r, l
			}
			if ok && reads(l, target) && !reads(l, source) && reads(r, source) && !reads(r, target) && hashable(l.Type()) {
				c.target, c.source, c.nullSafe = append(c.target, l), append(c.source, r), append(c.nullSafe, safe)
			} else {
				c.residual = append(c.residual, e)
			}
		}
	}
	return c
}

// equality recognises a = b, a <=> b and a = b OR (a IS NULL AND b IS NULL).
func equality(e expr.Expr) (l, r expr.Expr, nullSafe, ok bool) {
	switch e := e.(type) {
	case *expr.Compare:
		if e.Op == expr.Eq || e.Op == expr.EqNullSafe {
			return e.Left, e.Right, e.Op == expr.EqNullSafe, true
		}
	case *expr.Or:
		for _, side := range [][2]expr.Expr{{e.Left, e.Right}, {e.Right, e.Left}} {
			eq, isEq := side[0].(*expr.Compare)
			both, isAnd := side[1].(*expr.And)
			if isEq && isAnd && eq.Op == expr.Eq && bothNull(both, eq.Left, eq.Right) {
				return eq.Left, eq.Right, true, true
			}
		}
	}
	return nil, nil, false, false
}

// bothNull tells whether e is a IS NULL AND b IS NULL, in either order.
func bothNull(e *expr.And, a, b expr.Expr) bool {
	l, lok := e.Left.(*expr.IsNull)
	r, rok := e.Right.(*expr.IsNull)
	if !lok || !rok || l.Negated || r.Negated {
		return false
	}
	return sameAttribute(l.Child, a) && sameAttribute(r.Child, b) || sameAttribute(l.Child, b) && sameAttribute(r.Child, a)
}

// sameAttribute compares two operands that are attributes, perhaps under casts.
func sameAttribute(a, b expr.Expr) bool {
	strip := func(e expr.Expr) (expr.AttributeID, bool) {
		for {
			switch x := e.(type) {
			case *expr.Cast:
				e = x.Child
			case *expr.Attribute:
				return x.ID, true
			default:
				return 0, false
			}
		}
	}
	x, xok := strip(a)
	y, yok := strip(b)
	return xok && yok && x == y
}

func reads(e expr.Expr, ids map[expr.AttributeID]bool) bool {
	found := false
	expr.Walk(e, func(x expr.Expr) bool {
		if a, ok := x.(*expr.Attribute); ok && ids[a.ID] {
			found = true
		}
		return !found
	})
	return found
}

func isTrue(e expr.Expr) bool {
	l, ok := e.(*expr.Literal)
	return ok && l.Value == true
}

// hashable types can be keys: those whose equality EqualRows decides as = does. Maps and variants cannot be compared at all;
// collated strings compare by other rules than bytes.
func hashable(t types.DataType) bool {
	switch t := t.(type) {
	case types.MapType, types.VariantType:
		return false
	case types.StringType:
		return t.Collation == "" || t.Collation == "UTF8_BINARY"
	}
	return true
}

func idSet(attrs []*expr.Attribute) map[expr.AttributeID]bool {
	m := make(map[expr.AttributeID]bool, len(attrs))
	for _, a := range attrs {
		m[a.ID] = true
	}
	return m
}
