package condition

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// RaiseError fails for every row.
var RaiseError = fn.Function{Name: "raise_error", Group: "misc_funcs", NonDeterministic: true,
	Doc: fn.Describe("Raises an error with the given text.", fn.Params("errMsg")),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.AnyString)
		if err != nil {
			return nil, err
		}
		return &fn.Bound{Args: args, Type: types.Null, Nullable: true, Kernel: func(k *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
			for _, i := range vec.SelOrAll(sel, n) {
				v, _ := vec.ValueAt(args[0], int(i)).(string)
				return nil, sparkerr.New("USER_RAISED_EXCEPTION", "errorMessage", v)
			}
			return vec.NullVector(k.Arena, types.Null, n), nil
		}}, nil
	}}
