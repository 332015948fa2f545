package number

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// BitmapBitPosition is the bit of a number within its bitmap.
var BitmapBitPosition = fn.Function{Name: "bitmap_bit_position", Group: "misc_funcs",
	Doc: fn.Describe("Returns the bit of a value within its bitmap.", fn.Params("col"), "SELECT bitmap_bit_position(123)", "122"),
	Bind: fn.Fixed(types.Long, fn.Map1(types.Long, func(v int64) int64 {
		if v > 0 {
			return (v - 1) % bitmapBits
		}
		return (-v) % bitmapBits
	}), fn.Exact(types.Long))}
