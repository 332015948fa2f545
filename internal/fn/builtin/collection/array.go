package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Array makes an array of its arguments.
var Array = fn.Function{Name: "array", Group: "array_funcs",
	Doc: fn.Describe("Returns an array of the arguments.", fn.Params("cols..."), "SELECT array(1, 2, 3)", "[1,2,3]"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		ts := make([]types.DataType, len(c.Args))
		for i, a := range c.Args {
			ts[i] = a.Type()
		}
		e, ok := fn.CommonType(c.Env, ts...)
		if !ok {
			return nil, c.DiffTypes("(", " or ", ")", ts)
		}
		args := make([]expr.Expr, len(c.Args))
		for i, a := range c.Args {
			args[i] = c.Cast(a, e)
		}
		t := types.ArrayType{Element: e, ContainsNull: fn.AnyNullable(args)}
		return &fn.Bound{Args: args, Type: t, Kernel: makeArray(t)}, nil
	}}

// makeArray interleaves the arguments.
func makeArray(t types.ArrayType) fn.Kernel {
	return fn.AllRows(t, func(r fn.Row, out *vec.Builder) error {
		for k := range r.Len() {
			appendArgument(r, k, out.Child(0))
		}
		out.EndList()
		return nil
	})
}

func appendArgument(r fn.Row, k int, out *vec.Builder) {
	if r.Null(k) {
		out.Null()
		return
	}
	v, i := r.At(k)
	out.From(v, i)
}
