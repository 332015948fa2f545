package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ConcatWS joins texts with a separator.
var ConcatWS = fn.Function{Name: "concat_ws", Group: "string_funcs",
	Doc: fn.Describe("Joins texts and arrays of texts with a separator; NULLs are left out, and the result is NULL only for a NULL separator.", fn.Params("sep:string", "cols..."),
		"SELECT concat_ws(' ', 'Spark', NULL, 'SQL')", "Spark SQL"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, -1); err != nil {
			return nil, err
		}
		list := types.ArrayType{Element: types.String, ContainsNull: true}
		args := make([]expr.Expr, len(c.Args))
		for i, a := range c.Args {
			want := fn.AnyString
			if i > 0 {
				want = fn.Either(fn.Exact(list), fn.AnyString)
			}
			e, ok := fn.ImplicitCast(c.Env, a, want)
			if a.Type().ID() == types.IDNull {
				e, ok = c.Cast(a, types.String), true
			}
			if !ok {
				return nil, c.Unexpected(i, want)
			}
			args[i] = e
		}
		return &fn.Bound{Args: args, Type: types.String, Nullable: args[0].Nullable(), Kernel: joinWithSeparator}, nil
	}}

func joinWithSeparator(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
	args = fn.FlattenDictionaries(c, args, sel)
	out := vec.AllocOf[vec.View](c.Arena, n)
	clear(out)
	valid := vec.NewBitmap(c.Arena, n)
	var scratch []byte
	for _, i := range vec.SelOrAll(sel, n) {
		if args[0].IsNull(int(i)) {
			valid.Clear(int(i))
			continue
		}
		separator := vec.Values[vec.View](args[0])[args[0].Slot(int(i)) : args[0].Slot(int(i))+1]
		scratch = scratch[:0]
		first := true
		put := func(v *vec.View) {
			if !first {
				scratch = append(scratch, separator[0].Bytes()...)
			}
			first = false
			scratch = append(scratch, v.Bytes()...)
		}
		for _, a := range args[1:] {
			if a.IsNull(int(i)) {
				continue
			}
			s := a.Slot(int(i))
			if a.Type.ID() != types.IDArray {
				put(&vec.Values[vec.View](a)[s])
				continue
			}
			span := vec.Values[vec.Span](a)[s]
			for j := span.Offset; j < span.Offset+span.Size; j++ {
				if e := a.Children[0]; !e.IsNull(int(j)) {
					put(&vec.Values[vec.View](e.Base())[e.Slot(int(j))])
				}
			}
		}
		out[i] = c.View(scratch)
	}
	return vec.FlatVector(types.String, out, valid), nil
}
