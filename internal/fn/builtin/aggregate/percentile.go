package aggregate

import (
	"math"
	"slices"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
	"github.com/flintlake/flintlake/internal/vec"
)

// Percentile is an exact percentile with interpolation.
var Percentile = fn.Function{Name: "percentile", Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Returns the exact percentile of numbers, interpolated between neighbours; an array of percentages gives an array.",
		fn.Params("col", "percentage:literal", "frequency:int?"), "SELECT percentile(a, 0.5) FROM VALUES (1), (2) AS t(a)", "1.5"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 3); err != nil {
			return nil, err
		}
		if len(c.Args) == 3 {
			return nil, sparkerr.Unsupported("percentile with a frequency")
		}
		return percentile(c, c.Args[0], c.Args[1])
	}}

func percentile(c *fn.Call, value, at expr.Expr) (*fn.Bound, error) {
	e, ok := fn.ImplicitCast(c.Env, value, fn.Exact(types.Double))
	if !ok {
		return nil, c.Unexpected(0, fn.Numeric)
	}
	points, list, err := percentages(c, at)
	if err != nil {
		return nil, err
	}
	var t types.DataType = types.Double
	if list {
		t = types.ArrayType{Element: types.Double}
	}
	return bound([]expr.Expr{e}, t, func() fn.Accumulator {
		return &collected{t: t, element: types.Double, value: func(v *vec.Vector, rows []int32, out *vec.Builder) error {
			if len(rows) == 0 {
				out.Null()
				return nil
			}
			x := sortedDoubles(v, rows)
			to := out
			if list {
				to = out.Child(0)
			}
			for _, p := range points {
				vec.Put(to, interpolate(x, p))
			}
			if list {
				out.EndList()
			}
			return nil
		}}
	}), nil
}

func sortedDoubles(v *vec.Vector, rows []int32) []float64 {
	x := make([]float64, len(rows))
	for i, r := range rows {
		x[i] = vec.Values[float64](v)[r]
	}
	slices.SortFunc(x, vec.CompareFloats[float64])
	return x
}

// interpolate is the value at a share of the way through sorted values.
func interpolate(x []float64, p float64) float64 {
	at := p * float64(len(x)-1)
	lower, higher := math.Floor(at), math.Ceil(at)
	l, h := x[int(lower)], x[int(higher)]
	if lower == higher || l == h {
		return l
	}
	return (higher-at)*l + (at-lower)*h
}

// percentages reads a constant share or array of shares between 0 and 1.
func percentages(c *fn.Call, e expr.Expr) (points []float64, list bool, err error) {
	if a, ok := e.Type().(types.ArrayType); ok {
		e = c.Cast(e, types.ArrayType{Element: types.Double, ContainsNull: a.ContainsNull})
	} else {
		e = c.Cast(e, types.Double)
	}
	v, ok := c.Literal(e)
	if !ok {
		return nil, false, c.Mismatch("NON_FOLDABLE_INPUT", "inputName", "`percentage`", "inputType", `"DOUBLE"`, "inputExpr", `"`+c.ArgText(e)+`"`)
	}
	add := func(v any) error {
		p, ok := v.(float64)
		if !ok {
			return c.Mismatch("UNEXPECTED_NULL", "exprName", "percentage")
		}
		if p < 0 || p > 1 {
			return c.Mismatch("VALUE_OUT_OF_RANGE", "exprName", "`percentage`", "valueRange", "[0.0, 1.0]", "currentValue", cast.FloatText(p, 64))
		}
		points = append(points, p)
		return nil
	}
	if many, ok := v.([]any); ok {
		for _, p := range many {
			if err := add(p); err != nil {
				return nil, true, err
			}
		}
		return points, true, nil
	}
	return points, false, add(v)
}
