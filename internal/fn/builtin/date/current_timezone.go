package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// CurrentTimezone is the session time zone.
var CurrentTimezone = fn.Function{Name: "current_timezone", Group: "datetime_funcs",
	Doc: fn.Describe("Returns the name of the session time zone.", nil),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, 0); err != nil {
			return nil, err
		}
		return fn.Replace(fn.Constant(types.String, c.Env.ZoneID)), nil
	}}
