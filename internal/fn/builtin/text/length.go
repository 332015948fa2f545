package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Length counts characters, or the bytes of a binary.
var Length = fn.Function{Name: "length", Aliases: []string{"len", "char_length", "character_length"}, Group: "string_funcs",
	Doc: fn.Describe("Returns the number of characters, or of bytes of a binary.", fn.Params("col"), "SELECT length('Spark SQL ')", "10"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, stringOrBinary)
		if err != nil {
			return nil, err
		}
		b := &fn.Bound{Args: args, Type: types.Integer, Nullable: args[0].Nullable(), Kernel: fn.Map1(types.Integer, length)}
		if isBinary(args[0]) {
			b.Kernel = fn.Map1(types.Integer, func(s string) int32 { return int32(len(s)) })
		}
		return b, nil
	}}
