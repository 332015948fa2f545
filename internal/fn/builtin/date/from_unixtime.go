package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// FromUnixtime writes seconds since the epoch by a pattern.
var FromUnixtime = fn.Function{Name: "from_unixtime", Group: "datetime_funcs",
	Doc: fn.Describe("Writes seconds since 1970-01-01 UTC as local time by a pattern.", fn.Params("timestamp", "format:string?"), "SELECT from_unixtime(0, 'yyyy-MM-dd')", "1970-01-01"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 2, fn.Exact(types.Long), fn.AnyString)
		if err != nil {
			return nil, err
		}
		if len(args) == 1 {
			args = append(args, fn.Constant(types.String, defaultPattern))
		}
		zone, err := c.Zone()
		if err != nil {
			return nil, err
		}
		cache := &fn.Cache[*datetime.Pattern]{}
		return &fn.Bound{Args: args, Type: types.String, Nullable: true, Kernel: fn.TryText2(types.String, func(dst []byte, v int64, pattern string) ([]byte, bool, error) {
			p, err := patternAt(cache, pattern, datetime.Formatting)
			if err != nil {
				return nil, false, err
			}
			out, ok := p.AppendTimestamp(dst, v*datetime.MicrosPerSecond, zone)
			return out, ok, nil
		})}, nil
	}}
