package eval

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// logic is AND (decisive value false) or OR (decisive value true): the right side is evaluated only for rows whose left side is not
// the decisive value.
type logic struct {
	left, right Evaluator
	decisive    bool
	open        vec.Sel // scratch
}

func (c *compiler) pair(left, right expr.Expr, decisive bool) (Evaluator, error) {
	l, err := c.compile(left)
	if err != nil {
		return nil, err
	}
	r, err := c.compile(right)
	return &logic{left: l, right: r, decisive: decisive}, err
}

func (k *logic) Eval(c *fn.Context, b *vec.Batch, sel vec.Sel) (*vec.Vector, error) {
	l, err := k.left.Eval(c, b, sel)
	if err != nil {
		return nil, err
	}
	if l.Form == vec.Constant && !l.IsNull(0) {
		if vec.Bools(l)[0] == k.decisive {
			return l, nil
		}
		return k.right.Eval(c, b, sel)
	}
	l = vec.Flatten(c.Arena, l, sel)
	left := vec.Bools(l)
	k.open = k.open[:0]
	for _, i := range vec.SelOrAll(sel, b.Len) {
		if left[i] != k.decisive || l.Valid != nil && !l.Valid.Get(int(i)) {
			k.open = append(k.open, i)
		}
	}
	if len(k.open) == 0 {
		return vec.ConstantVector(c.Arena, types.Boolean, k.decisive, b.Len), nil
	}
	under := k.open
	if len(under) == b.Len {
		under = nil
	}
	open := k.open
	k.open = nil // the right side may run this node again
	r, err := k.right.Eval(c, b, under)
	if err != nil {
		return nil, err
	}
	k.open = open
	r = vec.Flatten(c.Arena, r, under)
	return k.combine(c, l, r, b.Len), nil
}

// combine fills in the open rows: the right value where the left is not null, null where nothing decides.
func (k *logic) combine(c *fn.Context, l, r *vec.Vector, n int) *vec.Vector {
	right := vec.Bools(r)
	out := vec.AllocOf[bool](c.Arena, n)
	for i := range out {
		out[i] = k.decisive
	}
	if l.Valid == nil && r.Valid == nil {
		for _, i := range k.open {
			out[i] = right[i]
		}
		return vec.FlatVector(types.Boolean, out, nil)
	}
	valid := vec.NewBitmap(c.Arena, n)
	for _, i := range k.open {
		known := r.Valid == nil || r.Valid.Get(int(i))
		switch {
		case known && right[i] == k.decisive:
		case !known || l.Valid != nil && !l.Valid.Get(int(i)):
			valid.Clear(int(i))
		default:
			out[i] = !k.decisive
		}
	}
	return vec.FlatVector(types.Boolean, out, valid)
}

type not struct{ child Evaluator }

func (k *not) Eval(c *fn.Context, b *vec.Batch, sel vec.Sel) (*vec.Vector, error) {
	v, err := k.child.Eval(c, b, sel)
	if err != nil {
		return nil, err
	}
	if v.Form == vec.Constant {
		if v.IsNull(0) {
			return v, nil
		}
		return vec.ConstantVector(c.Arena, types.Boolean, !vec.Bools(v)[0], b.Len), nil
	}
	v = vec.Flatten(c.Arena, v, sel)
	in, out := vec.Values[uint8](v), vec.AllocOf[uint8](c.Arena, b.Len)
	for i := range out {
		out[i] = in[i]&1 ^ 1
	}
	return vec.FlatVector(types.Boolean, out, v.Valid), nil
}

type isNull struct {
	child   Evaluator
	negated bool
}

func (k *isNull) Eval(c *fn.Context, b *vec.Batch, sel vec.Sel) (*vec.Vector, error) {
	v, err := k.child.Eval(c, b, sel)
	if err != nil {
		return nil, err
	}
	if v.Form == vec.Constant || v.Type.ID() == types.IDNull {
		return vec.ConstantVector(c.Arena, types.Boolean, v.IsNull(0) != k.negated, b.Len), nil
	}
	if v.Valid == nil {
		return vec.ConstantVector(c.Arena, types.Boolean, k.negated, b.Len), nil
	}
	out := vec.AllocOf[bool](c.Arena, b.Len)
	for i := range out {
		out[i] = v.Valid.Get(i) == k.negated
	}
	return vec.FlatVector(types.Boolean, out, nil), nil
}
