package number

import (
	"math/bits"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// BitCount counts set bits.
var BitCount = fn.Function{Name: "bit_count", Group: "bitwise_funcs",
	Doc: fn.Describe("Returns the number of bits that are set.", fn.Params("col"), "SELECT bit_count(7)", "3"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Either(fn.Integral, fn.Exact(types.Boolean)))
		if err != nil {
			return nil, err
		}
		b := &fn.Bound{Type: types.Integer, Nullable: args[0].Nullable(), Args: args}
		if args[0].Type().ID() == types.IDBoolean {
			b.Kernel = fn.Map1(types.Integer, func(v bool) int32 {
				if v {
					return 1
				}
				return 0
			})
			return b, nil
		}
		b.Args = []expr.Expr{c.Cast(args[0], types.Long)}
		b.Kernel = fn.Map1(types.Integer, func(v int64) int32 { return int32(bits.OnesCount64(uint64(v))) })
		return b, nil
	}}
