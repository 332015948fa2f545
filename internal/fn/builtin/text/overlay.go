package text

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Overlay writes one text over another.
var Overlay = fn.Function{Name: "overlay", Group: "string_funcs",
	Doc: fn.Describe("Replaces `len` characters from `pos` on; without `len`, as many as the replacement has.", fn.Params("src", "replace", "pos:int", "len:int?"),
		"SELECT overlay('Spark SQL' PLACING '_' FROM 6)", "Spark_SQL"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(3, 4, stringOrBinary, stringOrBinary, fn.Exact(types.Integer), fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		t := types.DataType(types.String)
		cut, size := Substring, func(s string) int { return int(length(s)) }
		if isBinary(args[0]) && isBinary(args[1]) {
			t, cut, size = types.Binary, substringBytes, func(s string) int { return len(s) }
		} else {
			args[0], args[1] = c.Cast(args[0], t), c.Cast(args[1], t)
		}
		if len(args) == 3 {
			args = append(args, fn.Constant(types.Integer, int32(-1)))
		}
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			s, with, pos, n := r.Text(0), r.Text(1), r.Int(2), r.Int(3)
			if n < 0 {
				n = size(with)
			}
			b := append([]byte(nil), cut(s, 1, pos-1)...)
			b = append(b, with...)
			out.Text(append(b, cut(s, pos+n, math.MaxInt32)...))
			return nil
		})}, nil
	}}
