package date

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// constantNow binds a function of the query's start.
func constantNow(t types.DataType, f func(now int64, zone *datetime.Zone) any) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, 0); err != nil {
			return nil, err
		}
		zone, err := c.Zone()
		if err != nil {
			return nil, err
		}
		return fn.Replace(fn.Constant(t, f(c.Env.Now, zone))), nil
	}
}
