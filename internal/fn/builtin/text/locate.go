package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Locate is instr with the arguments in the other order and a start.
var Locate = fn.Function{Name: "locate", Aliases: []string{"position", "charindex"}, Group: "string_funcs",
	Doc: fn.Describe("Returns the position of the first occurrence of `substr` at or after `pos`, 0 when there is none.", fn.Params("substr:string", "str", "pos:int?"),
		"SELECT locate('bar', 'foobarbar', 5)", "7"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 3, fn.AnyString, fn.AnyString, fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		if len(args) == 2 {
			args = append(args, fn.Constant(types.Integer, int32(1)))
		}
		return &fn.Bound{Args: args, Type: types.Integer, Nullable: args[0].Nullable() || args[1].Nullable(),
			Kernel: fn.Map3(types.Integer, func(t, s string, from int32) int32 { return find(s, t, int(from)) })}, nil
	}}
