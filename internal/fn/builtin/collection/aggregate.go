package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Aggregate folds the elements.
var Aggregate = fn.Function{Name: "aggregate", Aliases: []string{"reduce"}, Group: "lambda_funcs",
	Doc: fn.Describe("Folds the elements from a start value by a function of state and element; a last function may turn the state into the result.", fn.Params("col", "initialValue", "merge:lambda", "finish:lambda?"),
		"SELECT aggregate(array(1, 2, 3), 0, (acc, x) -> acc + x)", "6"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(3, 4); err != nil {
			return nil, err
		}
		a, err := arrayArgument(c, 0)
		if err != nil {
			return nil, err
		}
		merge, err := lambda(c, 2)
		if err != nil {
			return nil, err
		}
		state := c.Args[1].Type()
		if !types.EqualIgnoreNullability(state, merge.Body.Type()) {
			if !fn.CanCast(merge.Body.Type(), state, c.Env.CastMode()) {
				return nil, c.Mismatch("UNEXPECTED_INPUT_TYPE", "paramIndex", "third", "requiredType", `"`+state.SQL()+`"`, "inputSql", `"`+c.ArgText(merge)+`"`, "inputType", `"`+merge.Body.Type().SQL()+`"`)
			}
			merge = &expr.Lambda{Params: merge.Params, Body: c.Cast(merge.Body, state)}
		}
		args := []expr.Expr{a, c.Args[1], merge}
		t := state
		nullable := true
		if len(c.Args) == 4 {
			finish, err := lambda(c, 3)
			if err != nil {
				return nil, err
			}
			t, nullable = finish.Body.Type(), a.Nullable() || finish.Body.Nullable()
			args = append(args, finish)
		}
		return &fn.Bound{Args: args, Type: t, Nullable: nullable, HigherOrder: foldElements(t)}, nil
	}}

// foldElements steps through all arrays of a batch together: the first elements, the second ones, …
func foldElements(t types.DataType) fn.HigherOrder {
	return func(k *fn.Context, args []*vec.Vector, lambdas []fn.Lambda, sel vec.Sel, n int) (*vec.Vector, error) {
		v := vec.Flatten(k.Arena, args[0], sel)
		spans := vec.Values[vec.Span](v)
		live := vec.Sel{}
		for _, i := range vec.SelOrAll(sel, n) {
			if !v.IsNull(int(i)) {
				live = append(live, i)
			}
		}
		state := args[1]
		identity := vec.All(n)
		for step := int32(0); ; step++ {
			under := vec.Sel{}
			picks := make([]int32, n)
			for i := range picks {
				picks[i] = -1
			}
			for _, i := range live {
				if step < spans[i].Size {
					under = append(under, i)
					picks[i] = spans[i].Offset + step
				}
			}
			if len(under) == 0 {
				break
			}
			next, err := lambdas[0]([]*vec.Vector{state, vec.Gather(k.Arena, v.Children[0], picks)}, identity, under)
			if err != nil {
				return nil, err
			}
			state = replaced(k, state, next, under, n)
		}
		if len(lambdas) == 2 {
			r, err := lambdas[1]([]*vec.Vector{state}, identity, live)
			if err != nil {
				return nil, err
			}
			state = r
		}
		if len(live) == n {
			return state, nil
		}
		rows := make([]int32, n)
		for i := range rows {
			rows[i] = -1
		}
		for _, i := range live {
			rows[i] = i
		}
		return vec.Gather(k.Arena, state, rows), nil
	}
}

// replaced takes the rows under from next and the others from old.
func replaced(k *fn.Context, old, next *vec.Vector, under vec.Sel, n int) *vec.Vector {
	if len(under) == n {
		return next
	}
	out := vec.NewBuilder(k.Arena, old.Type).ShareText()
	at := 0
	for i := range n {
		if at < len(under) && int(under[at]) == i {
			out.From(next, i)
			at++
		} else {
			out.From(old, i)
		}
	}
	return out.Finish()
}
