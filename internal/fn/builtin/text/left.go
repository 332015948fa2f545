package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Left takes the first characters.
var Left = fn.Function{Name: "left", Group: "string_funcs",
	Doc: fn.Describe("Returns the first `len` characters.", fn.Params("str", "len:int"), "SELECT left('Spark SQL', 3)", "Spa"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 2, stringOrBinary, fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		t, cut := types.DataType(types.String), Substring
		if isBinary(args[0]) {
			t, cut = types.Binary, substringBytes
		}
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args),
			Kernel: fn.Map2(t, func(s string, n int32) string { return cut(s, 1, int(n)) })}, nil
	}}
