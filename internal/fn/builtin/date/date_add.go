package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

var daysClass = fn.Either(fn.Exact(types.Integer), fn.Exact(types.Short), fn.Exact(types.Byte))

// addDays binds date_add and date_sub. Only INT, SMALLINT and TINYINT are taken, and texts that hold one.
func addDays(sign int32) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		date, ok := fn.ImplicitCast(c.Env, c.Args[0], dateClass)
		if !ok {
			return nil, c.Unexpected(0, dateClass)
		}
		n := c.Args[1]
		if id := n.Type().ID(); !daysClass.Has(n.Type()) && id != types.IDNull && !types.IsString(n.Type()) {
			return nil, c.Unexpected(1, daysClass)
		}
		args := []expr.Expr{date, c.Cast(n, types.Integer)}
		return &fn.Bound{Args: args, Type: types.Date, Nullable: fn.AnyNullable(args), Kernel: fn.Map2(types.Date, func(d, n int32) int32 { return d + sign*n })}, nil
	}
}

// DateAdd moves a date forward.
var DateAdd = fn.Function{Name: "date_add", Group: "datetime_funcs",
	Doc:  fn.Describe("Returns the date `days` after `start`.", fn.Params("start", "days:int"), "SELECT date_add('2016-07-30', 1)", "2016-07-31"),
	Bind: addDays(1)}
