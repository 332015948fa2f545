package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// elementOf is the element type of an array argument.
func elementOf(e expr.Expr) types.ArrayType {
	t, _ := e.Type().(types.ArrayType)
	if t.Element == nil {
		t.Element = types.Null
	}
	return t
}

// arrayArgument checks that argument i is an array; NULL becomes an empty type.
func arrayArgument(c *fn.Call, i int) (expr.Expr, error) {
	e, ok := fn.ImplicitCast(c.Env, c.Args[i], fn.AnyArray)
	if !ok || c.Args[i].Type().ID() != types.IDArray && c.Args[i].Type().ID() != types.IDNull {
		return nil, c.Unexpected(i, fn.AnyArray)
	}
	return e, nil
}

// withElement brings an array and a value to one element type.
func withElement(c *fn.Call) (args []expr.Expr, t types.ArrayType, err error) {
	if err := c.Arity(2, 2); err != nil {
		return nil, t, err
	}
	a, err := arrayArgument(c, 0)
	if err != nil {
		return nil, t, err
	}
	at := elementOf(a)
	common, ok := fn.TightestCommon(c.Env, at.Element, c.Args[1].Type())
	if !ok || c.Args[1].Type().ID() == types.IDNull && at.Element.ID() == types.IDNull {
		return nil, t, c.Mismatch("ARRAY_FUNCTION_DIFF_TYPES", "functionName", c.ID(), "dataType", `"ARRAY"`, "leftType", `"`+a.Type().SQL()+`"`,
			"rightType", `"`+c.Args[1].Type().SQL()+`"`)
	}
	t = types.ArrayType{Element: common, ContainsNull: at.ContainsNull}
	return []expr.Expr{c.Cast(a, t), c.Cast(c.Args[1], common)}, t, nil
}

// twoArrays brings two arrays to one type.
func twoArrays(c *fn.Call) (args []expr.Expr, t types.ArrayType, err error) {
	if err := c.Arity(2, 2); err != nil {
		return nil, t, err
	}
	for i := range c.Args {
		if _, err := arrayArgument(c, i); err != nil {
			return nil, t, c.Mismatch("BINARY_ARRAY_DIFF_TYPES", "functionName", c.ID(), "arrayType", `"ARRAY"`, "leftType", `"`+c.Args[0].Type().SQL()+`"`,
				"rightType", `"`+c.Args[1].Type().SQL()+`"`)
		}
	}
	common, ok := fn.CommonType(c.Env, c.Args[0].Type(), c.Args[1].Type())
	t, isArray := common.(types.ArrayType)
	if !ok || !isArray {
		return nil, t, c.Mismatch("BINARY_ARRAY_DIFF_TYPES", "functionName", c.ID(), "arrayType", `"ARRAY"`, "leftType", `"`+c.Args[0].Type().SQL()+`"`,
			"rightType", `"`+c.Args[1].Type().SQL()+`"`)
	}
	return []expr.Expr{c.Cast(c.Args[0], t), c.Cast(c.Args[1], t)}, t, nil
}

// elements calls f for each element of array argument k: its vector and row.
func elements(r fn.Row, k int, f func(v *vec.Vector, i int)) {
	children, span := r.List(k)
	for j := span.Offset; j < span.Offset+span.Size; j++ {
		f(children[0], int(j))
	}
}

func size(r fn.Row, k int) int {
	_, span := r.List(k)
	return int(span.Size)
}

// keySet is a set of rows.
type keySet struct {
	keys map[string]struct{}
	key  []byte
}

func newKeySet() *keySet { return &keySet{keys: map[string]struct{}{}} }

func (s *keySet) has(v *vec.Vector, i int) bool {
	s.key = vec.AppendKey(s.key[:0], v, i)
	_, ok := s.keys[string(s.key)]
	return ok
}

// add tells whether the row is new.
func (s *keySet) add(v *vec.Vector, i int) bool {
	if s.has(v, i) {
		return false
	}
	s.keys[string(s.key)] = struct{}{}
	return true
}
