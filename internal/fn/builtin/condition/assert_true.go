package condition

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// AssertTrue fails for rows where a condition does not hold.
var AssertTrue = fn.Function{Name: "assert_true", Group: "misc_funcs", NonDeterministic: true,
	Doc: fn.Describe("Returns NULL when the condition is true, else raises an error.", fn.Params("col", "errMsg:string?"), "SELECT assert_true(0 < 1)", "NULL"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 2, fn.Exact(types.Boolean), fn.AnyString)
		if err != nil {
			return nil, err
		}
		text := "'" + c.ArgText(c.Args[0]) + "' is not true!"
		if len(args) == 1 {
			args = append(args, fn.Constant(types.String, text))
		}
		return &fn.Bound{Args: args, Type: types.Null, Nullable: true, Kernel: func(k *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
			for _, i := range vec.SelOrAll(sel, n) {
				if args[0].IsNull(int(i)) || !vec.At[bool](args[0], int(i)) {
					v, _ := vec.ValueAt(args[1], int(i)).(string)
					return nil, sparkerr.New("USER_RAISED_EXCEPTION", "errorMessage", v)
				}
			}
			return vec.NullVector(k.Arena, types.Null, n), nil
		}}, nil
	}}
