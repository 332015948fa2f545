package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// SparkPartitionID is the number of the partition.
var SparkPartitionID = fn.Function{Name: "spark_partition_id", Group: "misc_funcs", NonDeterministic: true,
	Doc: fn.Describe("Returns the number of the partition of the row.", nil),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, 0); err != nil {
			return nil, err
		}
		return &fn.Bound{Type: types.Integer, Kernel: func(k *fn.Context, _ []*vec.Vector, _ vec.Sel, n int) (*vec.Vector, error) {
			return vec.ConstantVector(k.Arena, types.Integer, int32(k.Partition), n), nil
		}}, nil
	}}
