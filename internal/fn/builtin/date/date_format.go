package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// DateFormat writes a timestamp by a pattern.
var DateFormat = fn.Function{Name: "date_format", Group: "datetime_funcs",
	Doc: fn.Describe("Writes a timestamp by a pattern of Java's DateTimeFormatter.", fn.Params("date", "format:string"), "SELECT date_format('2016-04-08', 'y')", "2016"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		zone, err := c.Zone()
		if err != nil {
			return nil, err
		}
		cache := &fn.Cache[*datetime.Pattern]{}
		return fn.Fixed(types.String, fn.TryText2(types.String, func(dst []byte, v int64, pattern string) ([]byte, bool, error) {
			p, err := patternAt(cache, pattern, datetime.Formatting)
			if err != nil {
				return nil, false, err
			}
			out, ok := p.AppendTimestamp(dst, v, zone)
			return out, ok, nil
		}), timestampClass, fn.AnyString)(c)
	}}
