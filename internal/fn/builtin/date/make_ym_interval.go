package date

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// MakeYMInterval puts a year-month interval together.
var MakeYMInterval = fn.Function{Name: "make_ym_interval", Group: "datetime_funcs",
	Doc: fn.Describe("Makes a year-month interval.", fn.Params("years?", "months?"), "SELECT make_ym_interval(1, 2)", "1-2"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(0, 2, intClass)
		if err != nil {
			return nil, err
		}
		for len(args) < 2 {
			args = append(args, fn.Constant(types.Integer, int32(0)))
		}
		t := types.YearMonthIntervalType{Start: types.YearField, End: types.MonthField}
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Try2(t, func(y, m int32) (int32, bool, error) {
			r := int64(y)*12 + int64(m)
			if int64(int32(r)) != r {
				return 0, false, sparkerr.New("INTERVAL_ARITHMETIC_OVERFLOW.WITHOUT_SUGGESTION")
			}
			return int32(r), true, nil
		})}, nil
	}}
