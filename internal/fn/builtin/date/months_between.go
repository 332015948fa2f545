package date

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// MonthsBetween counts months between timestamps.
var MonthsBetween = fn.Function{Name: "months_between", Group: "datetime_funcs",
	Doc: fn.Describe("Returns the months from `date2` to `date1`: whole when both are the same day of the month or the last, else with 31sts as fraction, rounded to 8 digits unless `roundOff` is false.",
		fn.Params("date1", "date2", "roundOff:bool?"), "SELECT months_between('1997-02-28 10:30:00', '1996-10-30')", "3.94959677"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 3, timestampClass, timestampClass, fn.Exact(types.Boolean))
		if err != nil {
			return nil, err
		}
		if len(args) == 2 {
			args = append(args, fn.Constant(types.Boolean, true))
		}
		zone, err := c.Zone()
		if err != nil {
			return nil, err
		}
		return &fn.Bound{Args: args, Type: types.Double, Nullable: fn.AnyNullable(args), Kernel: fn.Map3(types.Double, func(a, b int64, round bool) float64 {
			return monthsBetween(zone.ToLocal(a), zone.ToLocal(b), round)
		})}, nil
	}}

func monthsBetween(a, b int64, round bool) float64 {
	day1, of1 := datetime.Split(a)
	day2, of2 := datetime.Split(b)
	y1, m1, d1 := datetime.Civil(day1)
	y2, m2, d2 := datetime.Civil(day2)
	months := float64((y1*12 + m1) - (y2*12 + m2))
	if d1 == d2 || d1 == datetime.DaysInMonth(y1, m1) && d2 == datetime.DaysInMonth(y2, m2) {
		return months
	}
	const secondsInMonth = 31 * 86400
	seconds := int64(d1-d2)*86400 + of1/datetime.MicrosPerSecond - of2/datetime.MicrosPerSecond
	diff := months + float64(seconds)/secondsInMonth
	if round {
		return math.Round(diff*1e8) / 1e8
	}
	return diff
}
