package text

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Elt chooses an argument by number.
var Elt = fn.Function{Name: "elt", Group: "string_funcs",
	Doc: fn.Describe("Returns the argument after the number `n`, counted from 1.", fn.Params("n:int", "inputs..."), "SELECT elt(1, 'scala', 'java')", "scala"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, -1); err != nil {
			return nil, err
		}
		args, err := c.Want(fn.Exact(types.Integer), stringOrBinary)
		if err != nil {
			return nil, err
		}
		t := types.DataType(types.Binary)
		for _, a := range args[1:] {
			if !isBinary(a) {
				t = types.String
			}
		}
		for i := range args[1:] {
			args[i+1] = c.Cast(args[i+1], t)
		}
		ansi := c.ANSI()
		return &fn.Bound{Args: args, Type: t, Nullable: true, Kernel: fn.AllRows(t, func(r fn.Row, out *vec.Builder) error {
			if r.Null(0) {
				out.Null()
				return nil
			}
			n := r.Int(0)
			if n < 1 || n >= r.Len() {
				if ansi {
					return sparkerr.New("INVALID_ARRAY_INDEX", "indexValue", strconv.Itoa(n), "arraySize", strconv.Itoa(r.Len()-1))
				}
				out.Null()
				return nil
			}
			if r.Null(n) {
				out.Null()
			} else {
				out.TextString(r.Text(n))
			}
			return nil
		})}, nil
	}}
