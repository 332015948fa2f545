package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// SortArray sorts by the natural order, nulls first ascending.
var SortArray = fn.Function{Name: "sort_array", Group: "array_funcs",
	Doc: fn.Describe("Sorts an array, ascending with NULLs first, or descending with NULLs last.", fn.Params("col", "asc:bool?"), "SELECT sort_array(array('b', 'd', NULL, 'c', 'a'), true)", `[null,"a","b","c","d"]`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 2); err != nil {
			return nil, err
		}
		e, err := arrayArgument(c, 0)
		if err != nil {
			return nil, err
		}
		args := []expr.Expr{e, fn.Constant(types.Boolean, true)}
		if len(c.Args) == 2 {
			if args[1] = c.Args[1]; args[1].Type().ID() != types.IDBoolean {
				return nil, c.Unexpected(1, fn.Exact(types.Boolean))
			}
		}
		t := elementOf(e)
		if !types.IsOrderable(t.Element) {
			return nil, c.Mismatch("INVALID_ORDERING_TYPE", "functionName", c.ID(), "dataType", `"`+t.SQL()+`"`)
		}
		order := vec.NewComparer(t.Element)
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			sign := 1
			if !r.Bool(1) {
				sign = -1
			}
			sorted(r, out, func(v *vec.Vector, i, j int) int { return sign * order(v, i, v, j) })
			return nil
		})}, nil
	}}
