package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Count counts rows, or rows without null in any argument.
var Count = fn.Function{Name: "count", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Returns the number of rows for which no argument is NULL; count(*) counts all rows.", fn.Params("col"),
		"SELECT count(*) FROM VALUES (1), (NULL) AS t(a)", "2"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, -1); err != nil {
			return nil, err
		}
		args := make([]expr.Expr, 0, len(c.Args))
		for _, a := range c.Args {
			if l, ok := a.(*expr.Literal); !ok || l.Value == nil {
				args = append(args, a)
			}
		}
		return notNull(args, types.Long, func() fn.Accumulator { return &counts{} }), nil
	}}

type counts struct{ n []int64 }

func (k *counts) Grow(n int) {
	if n > len(k.n) {
		k.n = append(k.n, make([]int64, n-len(k.n))...)
	}
}

func (k *counts) Update(_ *fn.Context, args []*vec.Vector, sel vec.Sel, n int, groups []int32) error {
	nullable := args[:0:0]
	for _, a := range args {
		switch {
		case a.Type.ID() == types.IDNull || a.Form == vec.Constant && a.IsNull(0):
			return nil
		case a.Form != vec.Constant && a.Valid != nil:
			nullable = append(nullable, a)
		}
	}
	if len(nullable) == 0 {
		k.all(sel, n, groups)
		return nil
	}
rows:
	for _, i := range vec.SelOrAll(sel, n) {
		for _, a := range nullable {
			if !a.Valid.Get(int(i)) {
				continue rows
			}
		}
		if groups == nil {
			k.n[0]++
		} else {
			k.n[groups[i]]++
		}
	}
	return nil
}

func (k *counts) all(sel vec.Sel, n int, groups []int32) {
	switch {
	case groups == nil && sel == nil:
		k.n[0] += int64(n)
	case groups == nil:
		k.n[0] += int64(len(sel))
	case sel == nil:
		for _, g := range groups[:n] {
			k.n[g]++
		}
	default:
		for _, i := range sel {
			k.n[groups[i]]++
		}
	}
}

// Remove takes a row out of a sliding window.
func (k *counts) Remove(_ *fn.Context, args []*vec.Vector, row int, group int32) error {
	for _, a := range args {
		if a.IsNull(row) {
			return nil
		}
	}
	k.n[group]--
	return nil
}

func (k *counts) Merge(_ *fn.Context, other fn.Accumulator, into []int32) error {
	o := other.(*counts)
	for i, g := range into {
		k.n[g] += o.n[i]
	}
	return nil
}

func (k *counts) Result(c *fn.Context, from, n int) (*vec.Vector, error) {
	out := vec.AllocOf[int64](c.Arena, n)
	copy(out, k.n[from:from+n])
	return vec.FlatVector(types.Long, out, nil), nil
}

func (k *counts) Bytes() int64 { return int64(8 * cap(k.n)) }
func (k *counts) Close()       { k.n = nil }
