package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// TimestampDiff counts whole units between timestamps.
var TimestampDiff = fn.Function{Name: "timestampdiff", Group: "datetime_funcs",
	Doc: fn.Describe("Returns the number of whole units from `start` to `end`.", fn.Params("unit:string", "start", "end"), "SELECT timestampdiff(MONTH, TIMESTAMP'2021-01-01', TIMESTAMP'2021-02-28')", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(3, 3); err != nil {
			return nil, err
		}
		u, _, err := unitArgument(c)
		if err != nil {
			return nil, err
		}
		zone, err := c.Zone()
		if err != nil {
			return nil, err
		}
		args := make([]expr.Expr, 2)
		for i := range args {
			e, ok := fn.ImplicitCast(c.Env, c.Args[i+1], timestampClass)
			if !ok {
				return nil, c.Unexpected(i+1, timestampClass)
			}
			args[i] = e
		}
		return &fn.Bound{Args: args, Type: types.Long, Nullable: fn.AnyNullable(args), Kernel: fn.Map2(types.Long, func(a, b int64) int64 {
			return between(a, b, u, zone)
		})}, nil
	}}

func between(a, b int64, u unit, zone *datetime.Zone) int64 {
	if u.micros != 0 {
		return (b - a) / u.micros
	}
	a, b = zone.ToLocal(a), zone.ToLocal(b)
	if u.days != 0 {
		return (b - a) / (u.days * datetime.MicrosPerDay)
	}
	dayA, ofA := datetime.Split(a)
	dayB, ofB := datetime.Split(b)
	y1, m1, d1 := datetime.Civil(dayA)
	y2, m2, d2 := datetime.Civil(dayB)
	months := int64(y2*12+m2) - int64(y1*12+m1)
	later := d2 > d1 || d2 == d1 && ofB >= ofA
	earlier := d2 < d1 || d2 == d1 && ofB <= ofA
	switch {
	case months > 0 && !later:
		months--
	case months < 0 && !earlier:
		months++
	}
	return months / u.months
}
