package collection

import (
	"slices"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ArraySort sorts by the natural order, nulls last, or by a comparison.
var ArraySort = fn.Function{Name: "array_sort", Group: "lambda_funcs",
	Doc: fn.Describe("Sorts an array ascending with NULLs last, or by a function that compares two elements.", fn.Params("col", "comparator:lambda?"), "SELECT array_sort(array(5, 6, 1))", "[1,5,6]"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 2); err != nil {
			return nil, err
		}
		e, err := arrayArgument(c, 0)
		if err != nil {
			return nil, err
		}
		t := elementOf(e)
		if len(c.Args) == 2 {
			return sortWith(c, e, t)
		}
		if !types.IsOrderable(t.Element) {
			return nil, c.Mismatch("INVALID_ORDERING_TYPE", "functionName", c.ID(), "dataType", `"`+t.SQL()+`"`)
		}
		order := vec.NewComparer(t.Element)
		return &fn.Bound{Args: []expr.Expr{e}, Type: t, Nullable: e.Nullable(), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			sorted(r, out, func(v *vec.Vector, i, j int) int {
				switch a, b := v.IsNull(i), v.IsNull(j); {
				case a && b:
					return 0
				case a:
					return 1
				case b:
					return -1
				}
				return order(v, i, v, j)
			})
			return nil
		})}, nil
	}}

// sortWith asks the lambda for one pair at a time, in a merge sort that looks at few pairs.
func sortWith(c *fn.Call, e expr.Expr, t types.ArrayType) (*fn.Bound, error) {
	l, ok := c.Args[1].(*expr.Lambda)
	if !ok {
		return nil, c.Unexpected(1, fn.AnyType)
	}
	if l.Body.Type().ID() != types.IDInteger && l.Body.Type().ID() != types.IDNull {
		l = &expr.Lambda{Params: l.Params, Body: c.Cast(l.Body, types.Integer)}
	}
	return &fn.Bound{Args: []expr.Expr{e, l}, Type: t, Nullable: e.Nullable(), HigherOrder: func(k *fn.Context, args []*vec.Vector, lambdas []fn.Lambda, sel vec.Sel, n int) (*vec.Vector, error) {
		v := vec.Flatten(k.Arena, args[0], sel)
		out := vec.NewBuilder(k.Arena, t).ShareText()
		next := 0
		for _, row := range vec.SelOrAll(sel, n) {
			for ; next < int(row); next++ {
				out.Null()
			}
			next++
			if v.IsNull(int(row)) {
				out.Null()
				continue
			}
			span := vec.Values[vec.Span](v)[row]
			rows := make([]int32, span.Size)
			for i := range rows {
				rows[i] = span.Offset + int32(i)
			}
			var failed error
			slices.SortStableFunc(rows, func(a, b int32) int {
				if failed != nil {
					return 0
				}
				r, err := lambdas[0]([]*vec.Vector{vec.Gather(k.Arena, v.Children[0], []int32{a}), vec.Gather(k.Arena, v.Children[0], []int32{b})}, []int32{row}, nil)
				switch {
				case err != nil:
					failed = err
				case r.IsNull(0):
					failed = sparkerr.New("COMPARATOR_RETURNS_NULL", "firstValue", keyText(v.Children[0], int(a)), "secondValue", keyText(v.Children[0], int(b)))
				default:
					return int(vec.At[int32](r, 0))
				}
				return 0
			})
			if failed != nil {
				return nil, failed
			}
			for _, j := range rows {
				out.Child(0).From(v.Children[0], int(j))
			}
			out.EndList()
		}
		for ; next < n; next++ {
			out.Null()
		}
		return out.Finish(), nil
	}}, nil
}
