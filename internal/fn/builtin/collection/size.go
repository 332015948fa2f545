package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Size counts the elements of an array or map.
var Size = fn.Function{Name: "size", Aliases: []string{"cardinality"}, Group: "collection_funcs",
	Doc: fn.Describe("Returns the number of elements of an array or map; NULL for NULL.", fn.Params("col"), "SELECT size(array('b', 'd'))", "2"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		want := fn.Either(fn.AnyArray, fn.AnyMap)
		if id := c.Args[0].Type().ID(); id != types.IDArray && id != types.IDMap && id != types.IDNull {
			return nil, c.Unexpected(0, want)
		}
		e, _ := fn.ImplicitCast(c.Env, c.Args[0], want)
		args := []expr.Expr{e}
		if !c.ANSI() { // spark.sql.legacy.sizeOfNull follows the ANSI mode
			return &fn.Bound{Args: args, Type: types.Integer, Kernel: fn.AllRows(types.Integer, func(r fn.Row, out *vec.Builder) error {
				if r.Null(0) {
					vec.Put(out, int32(-1))
				} else {
					vec.Put(out, int32(size(r, 0)))
				}
				return nil
			})}, nil
		}
		return &fn.Bound{Args: args, Type: types.Integer, Nullable: e.Nullable(), Kernel: countElements}, nil
	}}

func countElements(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
	return fn.Lift(types.Integer, func(c *fn.Context, args []*vec.Vector, _ vec.Sel, n int) (*vec.Vector, error) {
		spans, out, step := vec.Values[vec.Span](args[0]), vec.AllocOf[int32](c.Arena, n), 1
		if args[0].Form == vec.Constant {
			step = 0
		}
		for i := range out {
			out[i] = spans[i*step].Size
		}
		return vec.FlatVector(types.Integer, out, args[0].Valid), nil
	})(c, args, sel, n)
}
