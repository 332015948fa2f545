package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// MonotonicallyIncreasingID numbers rows: the partition in the upper 31 bits, the row in it in the lower 33.
var MonotonicallyIncreasingID = fn.Function{Name: "monotonically_increasing_id", Group: "misc_funcs", NonDeterministic: true,
	Doc: fn.Describe("Returns a number that grows from row to row and differs between rows.", nil),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, 0); err != nil {
			return nil, err
		}
		return &fn.Bound{Type: types.Long, Kernel: func(k *fn.Context, _ []*vec.Vector, _ vec.Sel, n int) (*vec.Vector, error) {
			out := vec.AllocOf[int64](k.Arena, n)
			for i := range out {
				out[i] = int64(k.Partition)<<33 + k.RowBase + int64(i)
			}
			return vec.FlatVector(types.Long, out, nil), nil
		}}, nil
	}}
