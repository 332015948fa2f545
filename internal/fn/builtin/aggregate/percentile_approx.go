package aggregate

import (
	"math"
	"slices"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// PercentileApprox is a percentile that is one of the values; this one is exact.
var PercentileApprox = fn.Function{Name: "percentile_approx", Aliases: []string{"approx_percentile"}, Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Doc{Summary: "Returns the smallest value such that at least the given share of all values is not greater; an array of shares gives an array.",
		Args: fn.Params("col", "percentage:literal", "accuracy:int?"), Note: "The result is exact; accuracy is accepted and not needed.",
		Examples: fn.Examples("SELECT percentile_approx(a, 0.5) FROM VALUES (1), (2), (3) AS t(a)", "2")},
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 3); err != nil {
			return nil, err
		}
		value := c.Args[0]
		if types.IsString(value.Type()) {
			value = c.Cast(value, types.Double)
		}
		e := value.Type()
		if !types.IsNumeric(e) && !types.IsDatetime(e) && !types.IsANSIInterval(e) {
			return nil, c.Unexpected(0, fn.Either(fn.Numeric, fn.Exact(types.Date), fn.Exact(types.Timestamp), fn.Exact(types.TimestampNTZ), fn.YearMonth, fn.DayTime))
		}
		points, list, err := percentages(c, c.Args[1])
		if err != nil {
			return nil, err
		}
		t := e
		if list {
			t = types.ArrayType{Element: e}
		}
		order := vec.NewComparer(e)
		return bound([]expr.Expr{value}, t, func() fn.Accumulator {
			return &collected{t: t, element: e, value: func(v *vec.Vector, rows []int32, out *vec.Builder) error {
				if len(rows) == 0 {
					out.Null()
					return nil
				}
				sorted := slices.Clone(rows)
				slices.SortStableFunc(sorted, func(a, b int32) int { return order(v, int(a), v, int(b)) })
				to := out
				if list {
					to = out.Child(0)
				}
				for _, p := range points {
					rank := max(int(math.Ceil(p*float64(len(sorted)))), 1)
					to.From(v, int(sorted[rank-1]))
				}
				if list {
					out.EndList()
				}
				return nil
			}}
		}), nil
	}}
