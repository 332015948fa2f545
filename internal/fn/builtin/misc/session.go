package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// setting binds a function that gives a fixed text of the session.
func setting(value func(c *fn.Call) string) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, 0); err != nil {
			return nil, err
		}
		return fn.Replace(fn.Constant(types.String, value(c))), nil
	}
}

func conf(c *fn.Call, key, otherwise string) string {
	if c.Env != nil && c.Env.Conf != nil {
		if v := c.Env.Conf(key); v != "" {
			return v
		}
	}
	return otherwise
}
