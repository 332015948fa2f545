package text

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// trimmer binds the trim functions: text, or characters and text as Spark orders them.
func trimmer(charactersFirst bool, one func(string) string, two func(s, characters string) string) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 2, fn.AnyString)
		if err != nil {
			return nil, err
		}
		b := &fn.Bound{Args: args, Type: types.String, Nullable: fn.AnyNullable(args), Kernel: fn.Map1(types.String, one)}
		if len(args) == 2 {
			if charactersFirst {
				b.Args = []expr.Expr{args[1], args[0]}
			}
			b.Kernel = fn.Map2(types.String, two)
		}
		return b, nil
	}
}

func trimLeft(s string) string  { return strings.TrimLeft(s, " ") }
func trimRight(s string) string { return strings.TrimRight(s, " ") }
func trimBoth(s string) string  { return strings.Trim(s, " ") }
