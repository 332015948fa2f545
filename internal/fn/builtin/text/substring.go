package text

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// SubstringOf takes part of a text or binary.
var SubstringOf = fn.Function{Name: "substring", Aliases: []string{"substr"}, Group: "string_funcs",
	Doc: fn.Describe("Returns `len` characters from position `pos`, which counts from 1, or from the end when negative.", fn.Params("str", "pos:int", "len:int?"),
		"SELECT substring('Spark SQL', 5, 1)", "k"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 3, stringOrBinary, fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		if len(args) == 2 {
			args = append(args, fn.Constant(types.Integer, int32(math.MaxInt32)))
		}
		t, cut := types.DataType(types.String), Substring
		if isBinary(args[0]) {
			t, cut = types.Binary, substringBytes
		}
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args),
			Kernel: fn.Map3(t, func(s string, pos, n int32) string { return cut(s, int(pos), int(n)) })}, nil
	}}
