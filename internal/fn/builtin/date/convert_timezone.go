package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// ConvertTimezone moves a wall clock from one zone to another.
var ConvertTimezone = fn.Function{Name: "convert_timezone", Group: "datetime_funcs",
	Doc: fn.Describe("Moves a wall clock (TIMESTAMP_NTZ) from a source zone, the session's by default, to a target zone.", fn.Params("sourceTz", "targetTz", "sourceTs"),
		"SELECT convert_timezone('Europe/Brussels', 'America/Los_Angeles', timestamp_ntz'2021-12-06 00:00:00')", "2021-12-05 15:00:00"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if len(c.Args) == 2 {
			call := *c
			call.Args = append([]expr.Expr{fn.Constant(types.String, c.Env.ZoneID)}, c.Args...)
			c = &call
		}
		from, to := &fn.Cache[*datetime.Zone]{}, &fn.Cache[*datetime.Zone]{}
		return fn.Fixed(types.TimestampNTZ, fn.Try3(types.TimestampNTZ, func(source, target string, v int64) (int64, bool, error) {
			a, err := from.Get(source, datetime.LoadZone)
			if err != nil {
				return 0, false, err
			}
			b, err := to.Get(target, datetime.LoadZone)
			if err != nil {
				return 0, false, err
			}
			r, ok := a.ToInstant(v)
			return b.ToLocal(r), ok, nil
		}), fn.AnyString, fn.AnyString, fn.Exact(types.TimestampNTZ))(c)
	}}
