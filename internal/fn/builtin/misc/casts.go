package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// castTo binds a function named after a type.
func castTo(t types.DataType) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		from := c.Args[0].Type()
		mode := c.Env.CastMode()
		if types.EqualIgnoreNullability(from, t) {
			return fn.Replace(c.Args[0]), nil
		}
		if !fn.CanCast(from, t, mode) {
			return nil, fn.CastError(from, t, mode, `"CAST(`+c.ArgText(c.Args[0])+` AS `+t.SQL()+`)"`)
		}
		return fn.Replace(&expr.Cast{Child: c.Args[0], DataType: t, Mode: mode, TimeZone: c.Env.ZoneID}), nil
	}
}
