package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// lambda is argument i as a function of so many parameters.
func lambda(c *fn.Call, i int) (*expr.Lambda, error) {
	l, ok := c.Args[i].(*expr.Lambda)
	if !ok {
		return nil, c.Unexpected(i, fn.AnyType)
	}
	return l, nil
}

// overElements runs a lambda on all elements of an array at once and hands each array's answers to finish.
func overElements(t types.DataType, finish func(elements *vec.Vector, span vec.Span, answers *vec.Vector, from int, out *vec.Builder) error) fn.HigherOrder {
	return func(k *fn.Context, args []*vec.Vector, lambdas []fn.Lambda, sel vec.Sel, n int) (*vec.Vector, error) {
		v := vec.Flatten(k.Arena, args[0], sel)
		if v.Type.ID() == types.IDNull {
			return vec.NullVector(k.Arena, t, n), nil
		}
		spans := vec.Values[vec.Span](v)
		var rows, picks, places []int32
		for _, i := range vec.SelOrAll(sel, n) {
			if v.IsNull(int(i)) {
				continue
			}
			for j := range spans[i].Size {
				rows, picks, places = append(rows, i), append(picks, spans[i].Offset+j), append(places, j)
			}
		}
		params := []*vec.Vector{vec.Gather(k.Arena, v.Children[0], picks)}
		index := vec.AllocOf[int32](k.Arena, len(places))
		copy(index, places)
		if len(v.Children) == 2 {
			params = append(params, vec.Gather(k.Arena, v.Children[1], picks))
		} else {
			params = append(params, vec.FlatVector(types.Integer, index, nil))
		}
		answers, err := lambdas[0](params, rows, nil)
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
			if v.IsNull(int(i)) {
				out.Null()
				continue
			}
			if err := finish(v, spans[i], answers, from, out); err != nil {
				return nil, err
			}
			from += int(spans[i].Size)
		}
		for ; next < n; next++ {
			out.Null()
		}
		return out.Finish(), nil
	}
}

// predicate binds a function of an array and a condition on its elements.
func predicate(result func(t types.ArrayType) (types.DataType, bool), finish func(elements *vec.Vector, span vec.Span, answers *vec.Vector, from int, out *vec.Builder) error) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		a, err := arrayArgument(c, 0)
		if err != nil {
			return nil, err
		}
		l, err := lambda(c, 1)
		if err != nil {
			return nil, err
		}
		body, ok := fn.ImplicitCast(c.Env, l.Body, fn.Exact(types.Boolean))
		if !ok {
			return nil, c.Unexpected(1, fn.Exact(types.Boolean))
		}
		t, nullable := result(elementOf(a))
		return &fn.Bound{Args: []expr.Expr{a, &expr.Lambda{Params: l.Params, Body: body}}, Type: t, Nullable: a.Nullable() || nullable && body.Nullable(), HigherOrder: overElements(t, finish)}, nil
	}
}

func isTrue(v *vec.Vector, i int) bool { return !v.IsNull(i) && vec.At[bool](v, i) }
