package number

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// WidthBucket is the place in an equi-width histogram.
var WidthBucket = fn.Function{Name: "width_bucket", Group: "math_funcs",
	Doc: fn.Describe("Returns the bucket of a value in a histogram of `numBucket` equal buckets from `min` to `max`; 0 below and one more above.", fn.Params("v", "min", "max", "numBucket"),
		"SELECT width_bucket(5.3, 0.2, 10.6, 5)", "3"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(4, 4, fn.Exact(types.Double), fn.Exact(types.Double), fn.Exact(types.Double), fn.Exact(types.Long))
		if err != nil {
			return nil, err
		}
		return &fn.Bound{Args: args, Type: types.Long, Nullable: true, Kernel: fn.Rows(types.Long, func(r fn.Row, out *vec.Builder) error {
			v, lo, hi, n := r.Double(0), r.Double(1), r.Double(2), r.Long(3)
			if n <= 0 || n == math.MaxInt64 || math.IsNaN(v) || lo == hi || math.IsNaN(lo+hi) || math.IsInf(lo, 0) || math.IsInf(hi, 0) {
				out.Null()
				return nil
			}
			lower, upper := math.Min(lo, hi), math.Max(lo, hi)
			if lo < hi {
				switch {
				case v < lower:
					vec.Put(out, int64(0))
				case v >= upper:
					vec.Put(out, n+1)
				default:
					vec.Put(out, int64(float64(n)*(v-lower)/(upper-lower))+1)
				}
				return nil
			}
			switch {
			case v > upper:
				vec.Put(out, int64(0))
			case v <= lower:
				vec.Put(out, n+1)
			default:
				vec.Put(out, int64(float64(n)*(upper-v)/(upper-lower))+1)
			}
			return nil
		})}, nil
	}}
