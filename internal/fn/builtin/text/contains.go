package text

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Contains finds a text in another.
var Contains = fn.Function{Name: "contains", Group: "string_funcs",
	Doc:  fn.Describe("Tells whether the right text occurs in the left one.", fn.Params("left", "right"), "SELECT contains('Spark SQL', 'Spark')", "true"),
	Bind: textTest(strings.Contains)}

func textTest(test func(a, b string) bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := both(c)
		if err != nil {
			return nil, err
		}
		return &fn.Bound{Args: args, Type: types.Boolean, Nullable: fn.AnyNullable(args), Kernel: fn.Map2(types.Boolean, test)}, nil
	}
}
