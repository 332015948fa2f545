package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Concat joins texts, binaries or arrays.
var Concat = fn.Function{Name: "concat", Aliases: []string{"||"}, Group: "collection_funcs",
	Doc: fn.Describe("Joins texts, binaries or arrays; NULL when an argument is NULL.", fn.Params("cols..."), "SELECT concat('Spark', 'SQL')", "SparkSQL"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if len(c.Args) == 0 {
			return fn.Replace(fn.Constant(types.String, "")), nil
		}
		allBinary, arrays := true, false
		for _, a := range c.Args {
			allBinary = allBinary && isBinary(a)
			arrays = arrays || a.Type().ID() == types.IDArray
		}
		switch {
		case arrays:
			return concatArrays(c)
		case allBinary:
			return &fn.Bound{Args: c.Args, Type: types.Binary, Nullable: fn.AnyNullable(c.Args), Kernel: concatenation(types.Binary)}, nil
		}
		args := make([]expr.Expr, len(c.Args))
		for i, a := range c.Args {
			if types.IsNested(a.Type()) {
				return nil, c.Unexpected(i, fn.Either(fn.AnyString, fn.Exact(types.Binary), fn.AnyArray))
			}
			args[i] = c.Cast(a, types.String)
		}
		return &fn.Bound{Args: args, Type: types.String, Nullable: fn.AnyNullable(args), Kernel: concatenation(types.String)}, nil
	}}

// concatenation joins views of any form, row by row through one scratch buffer.
func concatenation(t types.DataType) fn.Kernel {
	return fn.Lift(t, func(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		out := vec.AllocOf[vec.View](c.Arena, n)
		clear(out)
		var valid vec.Bitmap
		views := make([][]vec.View, len(args))
		masks := make([]int, len(args))
		for k, a := range args {
			views[k], masks[k] = vec.Values[vec.View](a), -1
			if a.Form == vec.Constant {
				masks[k] = 0
			} else {
				valid = fn.AndValid(c, valid, a.Valid, n)
			}
		}
		var scratch []byte
		for _, i := range vec.SelOrAll(sel, n) {
			if valid != nil && !valid.Get(int(i)) {
				continue
			}
			scratch = scratch[:0]
			for k, v := range views {
				scratch = append(scratch, v[int(i)&masks[k]].Bytes()...)
			}
			out[i] = c.View(scratch)
		}
		return vec.FlatVector(t, out, valid), nil
	})
}

func concatArrays(c *fn.Call) (*fn.Bound, error) {
	for i, a := range c.Args {
		if id := a.Type().ID(); id != types.IDArray && id != types.IDNull && (types.IsNested(a.Type())) {
			return nil, c.Unexpected(i, fn.Either(fn.AnyString, fn.Exact(types.Binary), fn.AnyArray))
		}
	}
	ts := make([]types.DataType, len(c.Args))
	for i, a := range c.Args {
		ts[i] = a.Type()
	}
	t, ok := fn.CommonType(c.Env, ts...)
	if !ok || t.ID() != types.IDArray {
		for i, u := range ts { // values beside arrays were to become texts
			if u.ID() != types.IDArray {
				ts[i] = types.String
			}
		}
		return nil, c.DiffTypes("(", " or ", ")", ts)
	}
	args := make([]expr.Expr, len(c.Args))
	for i, a := range c.Args {
		args[i] = c.Cast(a, t)
	}
	return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
		for k := range r.Len() {
			children, span := r.List(k)
			for j := span.Offset; j < span.Offset+span.Size; j++ {
				out.Child(0).From(children[0], int(j))
			}
		}
		out.EndList()
		return nil
	})}, nil
}
