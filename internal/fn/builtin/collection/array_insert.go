package collection

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArrayInsert puts a value at a place.
var ArrayInsert = fn.Function{Name: "array_insert", Group: "array_funcs",
	Doc: fn.Describe("Returns the array with a value put in at a place, counted from 1 or from the end when negative; NULLs fill up to it.", fn.Params("arr", "pos:int", "value"),
		"SELECT array_insert(array(1, 2, 3, 4), 5, 5)", "[1,2,3,4,5]"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(3, 3); err != nil {
			return nil, err
		}
		a, err := arrayArgument(c, 0)
		if err != nil {
			return nil, err
		}
		pos, ok := fn.ImplicitCast(c.Env, c.Args[1], fn.Exact(types.Integer))
		if !ok {
			return nil, c.Unexpected(1, fn.Exact(types.Integer))
		}
		at := elementOf(a)
		e, ok := fn.TightestCommon(c.Env, at.Element, c.Args[2].Type())
		if !ok {
			return nil, c.Mismatch("ARRAY_FUNCTION_DIFF_TYPES", "functionName", c.ID(), "dataType", `"ARRAY"`, "leftType", `"`+a.Type().SQL()+`"`, "rightType", `"`+c.Args[2].Type().SQL()+`"`)
		}
		t := types.ArrayType{Element: e, ContainsNull: true}
		args := []expr.Expr{c.Cast(a, types.ArrayType{Element: e, ContainsNull: at.ContainsNull}), pos, c.Cast(c.Args[2], e)}
		return &fn.Bound{Args: args, Type: t, Nullable: args[0].Nullable() || pos.Nullable(), Kernel: fn.AllRows(t, func(r fn.Row, out *vec.Builder) error {
			if r.Null(0) || r.Null(1) {
				out.Null()
				return nil
			}
			children, span := r.List(0)
			p, n := r.Int(1), int(span.Size)
			if p == 0 {
				return sparkerr.New("INVALID_INDEX_OF_ZERO")
			}
			from := func(i int) { out.Child(0).From(children[0], int(span.Offset)+i) }
			switch {
			case p > 0:
				for i := 0; i < max(p-1, n); i++ {
					if i == p-1 {
						appendArgument(r, 2, out.Child(0))
					}
					if i < n {
						from(i)
					} else {
						out.Child(0).Null()
					}
				}
				if p-1 >= n {
					appendArgument(r, 2, out.Child(0))
				}
			case -p <= n+1:
				for i := range n + 1 {
					if i == n+1+p {
						appendArgument(r, 2, out.Child(0))
					}
					if i < n {
						from(i)
					}
				}
			default:
				appendArgument(r, 2, out.Child(0))
				for range -p - n - 1 {
					out.Child(0).Null()
				}
				for i := range n {
					from(i)
				}
			}
			out.EndList()
			return nil
		})}, nil
	}}
