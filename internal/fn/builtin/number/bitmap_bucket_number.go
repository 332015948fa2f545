package number

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// bitmapBits is the number of bits in a bitmap of bitmap_construct_agg.
const bitmapBits = 8 * 4096

// BitmapBucketNumber is the bitmap in which a number stands.
var BitmapBucketNumber = fn.Function{Name: "bitmap_bucket_number", Group: "misc_funcs",
	Doc: fn.Describe("Returns the number of the bitmap for a value, counted from 1 for positive values.", fn.Params("col"), "SELECT bitmap_bucket_number(123)", "1"),
	Bind: fn.Fixed(types.Long, fn.Map1(types.Long, func(v int64) int64 {
		if v > 0 {
			return 1 + (v-1)/bitmapBits
		}
		return v / bitmapBits
	}), fn.Exact(types.Long))}
