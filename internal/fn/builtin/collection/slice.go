package collection

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Slice takes part of an array.
var Slice = fn.Function{Name: "slice", Group: "array_funcs",
	Doc: fn.Describe("Returns `length` elements from place `start`, which counts from 1, or from the end when negative.", fn.Params("x", "start:int", "length:int"), "SELECT slice(array(1, 2, 3, 4), 2, 2)", "[2,3]"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(3, 3, fn.AnyArray, fn.Exact(types.Integer), fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		t := elementOf(args[0])
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			children, span := r.List(0)
			start, length := r.Int(1), r.Int(2)
			switch {
			case start == 0:
				return sparkerr.New("INVALID_PARAMETER_VALUE.START", "parameter", "`start`", "functionName", "`slice`")
			case length < 0:
				return sparkerr.New("INVALID_PARAMETER_VALUE.LENGTH", "parameter", "`length`", "length", strconv.Itoa(length), "functionName", "`slice`")
			}
			at := start - 1
			if start < 0 {
				at = int(span.Size) + start
			}
			if at >= 0 {
				for j := at; j < min(at+length, int(span.Size)); j++ {
					out.Child(0).From(children[0], int(span.Offset)+j)
				}
			}
			out.EndList()
			return nil
		})}, nil
	}}
