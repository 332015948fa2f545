package date

import (
	"math"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// TimestampAdd moves a timestamp by a number of units.
var TimestampAdd = fn.Function{Name: "timestampadd", Aliases: []string{"dateadd"}, Group: "datetime_funcs",
	Doc: fn.Describe("Adds a number of units to a timestamp.", fn.Params("unit:string", "quantity", "ts"), "SELECT timestampadd(HOUR, 8, timestamp_ntz'2022-02-11 20:30:00')", "2022-02-12 04:30:00"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if len(c.Args) == 2 { // dateadd(start, days)
			return DateAdd.Bind(c)
		}
		if err := c.Arity(3, 3); err != nil {
			return nil, err
		}
		u, name, err := unitArgument(c)
		if err != nil {
			return nil, err
		}
		n, ok := fn.ImplicitCast(c.Env, c.Args[1], fn.Exact(types.Long))
		if !ok {
			return nil, c.Unexpected(1, fn.Exact(types.Long))
		}
		ts, ok := fn.ImplicitCast(c.Env, c.Args[2], fn.AnyTimestamp)
		if !ok {
			return nil, c.Unexpected(2, fn.AnyTimestamp)
		}
		zone, err := zoneOf(c, ts.Type())
		if err != nil {
			return nil, err
		}
		args := []expr.Expr{n, ts}
		return &fn.Bound{Args: args, Type: ts.Type(), Nullable: fn.AnyNullable(args), Kernel: fn.Try2(ts.Type(), func(n, v int64) (int64, bool, error) {
			r, ok := move(v, n, u, zone)
			if !ok {
				return 0, false, sparkerr.New("DATETIME_OVERFLOW", "operation", "add "+strconv.FormatInt(n, 10)+"L "+strings.ToUpper(name)+" to TIMESTAMP '"+
					string(datetime.AppendTimestamp(nil, v, zone))+"'")
			}
			return r, true, nil
		})}, nil
	}}

func move(v, n int64, u unit, zone *datetime.Zone) (int64, bool) {
	if u.micros != 0 {
		d := n * u.micros
		r := v + d
		return r, d/u.micros == n && (v^r)&(d^r) >= 0
	}
	if n > math.MaxInt32*10 || n < -math.MaxInt32*10 {
		return 0, false
	}
	days, ofDay := datetime.Split(zone.ToLocal(v))
	if u.months != 0 {
		if n*u.months > math.MaxInt32 || n*u.months < math.MinInt32 {
			return 0, false
		}
		days = datetime.AddMonths(days, n*u.months)
	}
	local, ok := datetime.Join(days+n*u.days, ofDay)
	if !ok {
		return 0, false
	}
	return zone.ToInstant(local)
}
