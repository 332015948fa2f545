package number

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// BitGet is one bit.
var BitGet = fn.Function{Name: "bit_get", Aliases: []string{"getbit"}, Group: "bitwise_funcs",
	Doc: fn.Describe("Returns the bit at a position, counted from 0 at the right.", fn.Params("col", "pos"), "SELECT bit_get(11, 0)", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 2, fn.Integral, fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		width := int32(8 * vec.Width(args[0].Type()))
		args[0] = c.Cast(args[0], types.Long)
		return &fn.Bound{Args: args, Type: types.Byte, Nullable: fn.AnyNullable(args), Kernel: fn.Try2(types.Byte, func(v int64, pos int32) (int8, bool, error) {
			if pos < 0 || pos >= width {
				return 0, false, sparkerr.New("INVALID_PARAMETER_VALUE.BIT_POSITION_RANGE", "parameter", "`pos`", "functionName", "`bit_get`",
					"upper", strconv.Itoa(int(width)), "invalidValue", strconv.Itoa(int(pos)))
			}
			return int8(v >> pos & 1), true, nil
		})}, nil
	}}
