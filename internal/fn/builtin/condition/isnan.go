package condition

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// IsNaN tests for not-a-number.
var IsNaN = fn.Function{Name: "isnan", Group: "predicate_funcs",
	Doc: fn.Describe("Tells whether the value is NaN; false for NULL.", fn.Params("col"), "SELECT isnan(double('NaN'))", "true"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Either(fn.Exact(types.Double), fn.Exact(types.Float)))
		if err != nil {
			return nil, err
		}
		b := &fn.Bound{Type: types.Boolean}
		kernel := fn.Map1(types.Boolean, func(v float64) bool { return v != v })
		if args[0].Type().ID() == types.IDFloat {
			kernel = fn.Map1(types.Boolean, func(v float32) bool { return v != v })
		}
		b.Args = args
		b.Kernel = func(k *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
			v, err := kernel(k, args, sel, n)
			if err != nil {
				return nil, err
			}
			return falseForNull(k, v, sel, n), nil
		}
		return b, nil
	}}

func falseForNull(c *fn.Context, v *vec.Vector, sel vec.Sel, n int) *vec.Vector {
	if v.Form == vec.Constant {
		return vec.ConstantVector(c.Arena, types.Boolean, !v.IsNull(0) && vec.Bools(v)[0], n)
	}
	if v.Valid == nil {
		return v
	}
	out := vec.AllocOf[bool](c.Arena, n)
	clear(out)
	for _, i := range vec.SelOrAll(sel, n) {
		out[i] = !v.IsNull(int(i)) && vec.At[bool](v, int(i))
	}
	return vec.FlatVector(types.Boolean, out, nil)
}
