package number

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// bitmapBits is how many values one bitmap of bitmap_construct_agg covers (Spark's BitmapExpressionUtils: 4,096 bytes).
const bitmapBits = 8 * 4096

// BitmapBucketNumber is which bitmap a value belongs to.
var BitmapBucketNumber = fn.Function{Name: "bitmap_bucket_number", Group: "misc_funcs",
	Doc: fn.Describe("Returns the number of the bitmap that holds the bit of a value.", fn.Params("col"), "SELECT bitmap_bucket_number(123)", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Exact(types.Long))
		if err != nil {
			return nil, err
		}
		return &fn.Bound{Args: args, Type: types.Long, Nullable: fn.AnyNullable(args), Kernel: fn.Map1(types.Long, func(v int64) int64 {
			if v > 0 {
				return 1 + (v-1)/bitmapBits
			}
			return v / bitmapBits
		})}, nil
	}}
