package eval

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// in compiles a list of literals to a set, any other list to a chain of equalities joined by OR, where Kleene logic gives the
// right nulls and later elements are evaluated only for rows without a match.
func (c *compiler) in(e *expr.In) (Evaluator, error) {
	value, err := c.compile(e.Value)
	if err != nil {
		return nil, err
	}
	set := &inSet{value: value, keys: make(map[string]struct{}, len(e.List))}
	rest := []expr.Expr{}
	b := folding.NewBatch(1)
	defer b.Release()
	for _, x := range e.List {
		l, ok := x.(*expr.Literal)
		if !ok {
			rest = append(rest, x)
			continue
		}
		if l.Value == nil {
			set.hasNull = true
			continue
		}
		v, err := vec.FromLiteral(b.Arena, e.Value.Type(), l.Value, 1)
		if err != nil {
			return nil, err
		}
		set.keys[string(vec.AppendKey(nil, v, 0))] = struct{}{}
	}
	var out Evaluator = set
	for _, x := range rest {
		r, err := c.compile(x)
		if err != nil {
			return nil, err
		}
		out = &logic{left: out, right: &comparison{expr.Eq, value, r, compareRows(e.Value.Type())}, decisive: true}
	}
	return out, nil
}

// inSet is value IN (literals). Keys are those of vec.AppendKey.
type inSet struct {
	value   Evaluator
	keys    map[string]struct{}
	hasNull bool
	key     []byte // scratch
}

func (k *inSet) Eval(c *fn.Context, b *vec.Batch, sel vec.Sel) (*vec.Vector, error) {
	v, err := k.value.Eval(c, b, sel)
	if err != nil {
		return nil, err
	}
	if len(k.keys) == 0 && !k.hasNull {
		return vec.ConstantVector(c.Arena, types.Boolean, false, b.Len), nil
	}
	if isConstantNull(v) {
		return vec.NullVector(c.Arena, types.Boolean, b.Len), nil
	}
	if v.Form == vec.Constant {
		if !k.has(v, 0) && k.hasNull {
			return vec.NullVector(c.Arena, types.Boolean, b.Len), nil
		}
		return vec.ConstantVector(c.Arena, types.Boolean, k.has(v, 0), b.Len), nil
	}
	var out *vec.Vector
	if v.Form == vec.Dictionary && v.Base().Len <= b.Len {
		out = onCodes(c, v, k.rows(c, v.Base(), nil, v.Base().Len), b.Len)
	} else {
		out = k.rows(c, v, sel, b.Len)
		out.Valid = v.Valid
	}
	if k.hasNull { // what is not found is unknown
		valid := vec.NewBitmap(c.Arena, b.Len)
		for i, found := range vec.Bools(out) {
			if !found || out.Valid != nil && !out.Valid.Get(i) {
				valid.Clear(i)
			}
		}
		out.Valid = valid
	}
	return out, nil
}

func (k *inSet) has(v *vec.Vector, i int) bool {
	k.key = vec.AppendKey(k.key[:0], v, i)
	_, ok := k.keys[string(k.key)]
	return ok
}

func (k *inSet) rows(c *fn.Context, v *vec.Vector, sel vec.Sel, n int) *vec.Vector {
	out := vec.AllocOf[bool](c.Arena, n)
	if sel != nil {
		clear(out)
	}
	for _, i := range vec.SelOrAll(sel, n) {
		out[i] = !v.IsNull(int(i)) && k.has(v, int(i))
	}
	return vec.FlatVector(types.Boolean, out, nil)
}
