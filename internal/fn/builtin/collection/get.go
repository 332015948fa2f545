package collection

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Get is an element by place from 0.
var Get = fn.Function{Name: "get", Group: "array_funcs",
	Doc:  fn.Describe("Returns the element at a place counted from 0, NULL when there is none.", fn.Params("col", "index"), "SELECT get(array(1, 2, 3), 0)", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) { return itemAt(c, false) }}

// itemAt counts from 0.
func itemAt(c *fn.Call, strict bool) (*fn.Bound, error) {
	if err := c.Arity(2, 2); err != nil {
		return nil, err
	}
	a, err := arrayArgument(c, 0)
	if err != nil {
		return nil, err
	}
	i, ok := fn.ImplicitCast(c.Env, c.Args[1], fn.Integral)
	if !ok {
		return nil, c.Unexpected(1, fn.Integral)
	}
	args := []expr.Expr{a, c.Cast(i, types.Long)}
	t := elementOf(a)
	return &fn.Bound{Args: args, Type: t.Element, Nullable: !strict || fn.AnyNullable(args) || t.ContainsNull, Kernel: fn.Rows(t.Element, func(r fn.Row, out *vec.Builder) error {
		children, span := r.List(0)
		i := r.Long(1)
		if i < 0 || i >= int64(span.Size) {
			if strict {
				return sparkerr.New("INVALID_ARRAY_INDEX", "indexValue", strconv.FormatInt(i, 10), "arraySize", strconv.Itoa(int(span.Size)))
			}
			out.Null()
			return nil
		}
		out.From(children[0], int(span.Offset)+int(i))
		return nil
	})}, nil
}
