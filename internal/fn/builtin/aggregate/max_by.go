package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// MaxBy is the value of the row with the largest key.
var MaxBy = fn.Function{Name: "max_by", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Returns the value of `col` where `ord` is largest.", fn.Params("col", "ord"),
		"SELECT max_by(a, b) FROM VALUES ('x', 1), ('y', 2) AS t(a, b)", "y"),
	Bind: extremeBy(1)}

func extremeBy(sign int) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		t, k := c.Args[0].Type(), c.Args[1].Type()
		if !types.IsOrderable(k) {
			return nil, c.Mismatch("INVALID_ORDERING_TYPE", "functionName", c.ID(), "dataType", `"`+k.SQL()+`"`)
		}
		order := vec.NewComparer(k)
		return bound(c.Args, t, func() fn.Accumulator {
			return &kept{t: t, key: 1, better: func(v *vec.Vector, i int, old *vec.Vector, j int) bool {
				return !v.IsNull(i) && (old == nil || order(v, i, old, j)*sign >= 0)
			}}
		}), nil
	}
}
