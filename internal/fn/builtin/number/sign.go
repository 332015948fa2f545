package number

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Sign is -1, 0 or 1.
var Sign = fn.Function{Name: "sign", Aliases: []string{"signum"}, Group: "math_funcs",
	Doc: fn.Describe("Returns -1.0, 0.0 or 1.0 as the value is negative, 0 or positive.", fn.Params("col"), "SELECT sign(40)", "1.0"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Either(fn.Exact(types.Double), fn.YearMonth, fn.DayTime))
		if err != nil {
			return nil, err
		}
		b := &fn.Bound{Args: args, Type: types.Double, Nullable: true}
		switch args[0].Type().ID() {
		case types.IDYearMonthInterval:
			b.Kernel = fn.Map1(types.Double, func(v int32) float64 { return signum(float64(v)) })
		case types.IDDayTimeInterval:
			b.Kernel = fn.Map1(types.Double, func(v int64) float64 { return signum(float64(v)) })
		default:
			b.Kernel = fn.Map1(types.Double, signum)
		}
		return b, nil
	}}

func signum(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return v
}
