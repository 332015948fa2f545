package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ZipWith combines the elements of two arrays by a function.
var ZipWith = fn.Function{Name: "zip_with", Group: "lambda_funcs",
	Doc: fn.Describe("Applies a function to the elements at the same place of two arrays; the shorter one is filled up with NULLs.", fn.Params("left", "right", "f:lambda"), "SELECT zip_with(array(1, 2), array(3, 4), (x, y) -> x + y)", "[4,6]"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(3, 3); err != nil {
			return nil, err
		}
		a, err := arrayArgument(c, 0)
		if err != nil {
			return nil, err
		}
		b, err := arrayArgument(c, 1)
		if err != nil {
			return nil, err
		}
		l, err := lambda(c, 2)
		if err != nil {
			return nil, err
		}
		t := types.ArrayType{Element: l.Body.Type(), ContainsNull: l.Body.Nullable()}
		return &fn.Bound{Args: []expr.Expr{a, b, l}, Type: t, Nullable: a.Nullable() || b.Nullable(), HigherOrder: zip(t)}, nil
	}}

func zip(t types.ArrayType) fn.HigherOrder {
	return func(k *fn.Context, args []*vec.Vector, lambdas []fn.Lambda, sel vec.Sel, n int) (*vec.Vector, error) {
		left, right := vec.Flatten(k.Arena, args[0], sel), vec.Flatten(k.Arena, args[1], sel)
		a, b := vec.Values[vec.Span](left), vec.Values[vec.Span](right)
		var rows, x, y []int32
		for _, i := range vec.SelOrAll(sel, n) {
			if left.IsNull(int(i)) || right.IsNull(int(i)) {
				continue
			}
			for j := range max(a[i].Size, b[i].Size) {
				rows = append(rows, i)
				x, y = append(x, place(a[i], j)), append(y, place(b[i], j))
			}
		}
		answers, err := lambdas[0]([]*vec.Vector{vec.Gather(k.Arena, left.Children[0], x), vec.Gather(k.Arena, right.Children[0], y)}, rows, nil)
		if err != nil {
			return nil, err
		}
		out := vec.NewBuilder(k.Arena, t).ShareText()
		next, from := 0, 0
		for _, i := range vec.SelOrAll(sel, n) {
			for ; next < int(i); next++ {
				out.Null()
			}
			next++
			if left.IsNull(int(i)) || right.IsNull(int(i)) {
				out.Null()
				continue
			}
			for range max(a[i].Size, b[i].Size) {
				out.Child(0).From(answers, from)
				from++
			}
			out.EndList()
		}
		for ; next < n; next++ {
			out.Null()
		}
		return out.Finish(), nil
	}
}

// place is element j of a span, -1 past its end.
func place(s vec.Span, j int32) int32 {
	if j < s.Size {
		return s.Offset + j
	}
	return -1
}
