package number

import (
	"math/bits"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// BitmapCount counts the bits of a bitmap.
var BitmapCount = fn.Function{Name: "bitmap_count", Group: "misc_funcs",
	Doc: fn.Describe("Counts the bits that are set.", fn.Params("col"), "SELECT bitmap_count(x'1010')", "2"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if len(c.Args) == 1 && c.Args[0].Type().ID() != types.IDBinary && c.Args[0].Type().ID() != types.IDNull {
			return nil, c.Unexpected(0, fn.Exact(types.Binary))
		}
		return fn.Fixed(types.Long, fn.Map1(types.Long, func(s string) int64 {
			n := 0
			for i := range len(s) {
				n += bits.OnesCount8(s[i])
			}
			return int64(n)
		}), fn.Exact(types.Binary))(c)
	}}
