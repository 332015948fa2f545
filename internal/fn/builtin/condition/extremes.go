package condition

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// extreme binds greatest and least: nulls are passed over.
func extreme(sign int) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, -1); err != nil {
			return nil, err
		}
		ts := make([]types.DataType, len(c.Args))
		for i, a := range c.Args {
			ts[i] = a.Type()
		}
		t, ok := fn.CommonTypeNoPromotion(c.Env, ts...)
		if !ok {
			return nil, c.DiffTypes("[", ", ", "]", ts)
		}
		args := make([]expr.Expr, len(c.Args))
		for i, a := range c.Args {
			args[i] = c.Cast(a, t)
		}
		if !types.IsOrderable(t) {
			return nil, c.Mismatch("INVALID_ORDERING_TYPE", "functionName", c.ID(), "dataType", `"`+t.SQL()+`"`)
		}
		nullable := true
		for _, a := range args {
			nullable = nullable && a.Nullable()
		}
		order := vec.NewComparer(t)
		return &fn.Bound{Args: args, Type: t, Nullable: nullable, Kernel: func(k *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
			out := vec.NewBuilder(k.Arena, t).ShareText()
			next := 0
			for _, i := range vec.SelOrAll(sel, n) {
				for ; next < int(i); next++ {
					out.Null()
				}
				var best *vec.Vector
				for _, a := range args {
					if !a.IsNull(int(i)) && (best == nil || order(a, int(i), best, int(i))*sign > 0) {
						best = a
					}
				}
				if best == nil {
					out.Null()
				} else {
					out.From(best, int(i))
				}
				next++
			}
			for ; next < n; next++ {
				out.Null()
			}
			return out.Finish(), nil
		}}, nil
	}
}
