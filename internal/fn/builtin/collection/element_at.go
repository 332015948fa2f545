package collection

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ElementAt is an element by place or key.
var ElementAt = fn.Function{Name: "element_at", Group: "collection_funcs",
	Doc: fn.Describe("Returns the element of an array at a place, counted from 1 or from the end when negative, or the value of a map's key (NULL when it has none).", fn.Params("col", "extraction"),
		"SELECT element_at(array(1, 2, 3), 2)", "2"),
	Bind: elementAt(false)}

func elementAt(try bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		switch t := c.Args[0].Type().(type) {
		case types.ArrayType:
			i, ok := fn.ImplicitCast(c.Env, c.Args[1], fn.Exact(types.Integer))
			if !ok || c.Args[1].Type().ID() > types.IDInteger && c.Args[1].Type().ID() != types.IDString {
				return nil, c.Unexpected(1, fn.Exact(types.Integer))
			}
			return elementOfArray(c, []expr.Expr{c.Args[0], i}, t, try), nil
		case types.MapType:
			return valueOfKey(c, t)
		case types.NullType:
			return fn.Replace(fn.Constant(types.Null, nil)), nil
		}
		return nil, c.Unexpected(0, fn.Either(fn.AnyArray, fn.AnyMap))
	}
}

func elementOfArray(c *fn.Call, args []expr.Expr, t types.ArrayType, try bool) *fn.Bound {
	ansi := c.ANSI() && !try
	return &fn.Bound{Args: args, Type: t.Element, Nullable: !ansi || fn.AnyNullable(args) || t.ContainsNull, Kernel: fn.Rows(t.Element, func(r fn.Row, out *vec.Builder) error {
		children, span := r.List(0)
		i, n := r.Int(1), int(span.Size)
		switch {
		case i == 0:
			return sparkerr.New("INVALID_INDEX_OF_ZERO")
		case i > n || i < -n:
			if ansi {
				return sparkerr.New("INVALID_ARRAY_INDEX_IN_ELEMENT_AT", "indexValue", strconv.Itoa(i), "arraySize", strconv.Itoa(n))
			}
			out.Null()
			return nil
		case i < 0:
			i += n + 1
		}
		out.From(children[0], int(span.Offset)+i-1)
		return nil
	})}
}

func valueOfKey(c *fn.Call, t types.MapType) (*fn.Bound, error) {
	k, ok := fn.TightestCommon(c.Env, t.Key, c.Args[1].Type())
	if !ok {
		return nil, c.Mismatch("MAP_FUNCTION_DIFF_TYPES", "functionName", c.ID(), "dataType", `"MAP"`, "leftType", `"`+t.SQL()+`"`, "rightType", `"`+c.Args[1].Type().SQL()+`"`)
	}
	m := t
	m.Key = k
	args := []expr.Expr{c.Cast(c.Args[0], m), c.Cast(c.Args[1], k)}
	order := vec.NewComparer(k)
	return &fn.Bound{Args: args, Type: t.Value, Nullable: true, Kernel: fn.Rows(t.Value, func(r fn.Row, out *vec.Builder) error {
		children, span := r.List(0)
		v, i := r.At(1)
		for j := int(span.Offset); j < int(span.Offset+span.Size); j++ {
			if order(children[0], j, v, i) == 0 {
				out.From(children[1], j)
				return nil
			}
		}
		out.Null()
		return nil
	})}, nil
}
