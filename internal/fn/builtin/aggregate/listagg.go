package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ListAgg joins texts.
var ListAgg = fn.Function{Name: "listagg", Aliases: []string{"string_agg"}, Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Joins the values that are not NULL, with a delimiter between them.", fn.Params("col", "delimiter:string?"),
		"SELECT listagg(a, ',') FROM VALUES ('x'), ('y') AS t(a)", "x,y"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 2, fn.Either(fn.AnyString, fn.Exact(types.Binary)))
		if err != nil {
			return nil, err
		}
		delimiter := ""
		if len(args) == 2 {
			v, ok := c.Literal(args[1])
			if !ok {
				return nil, c.Mismatch("NON_FOLDABLE_INPUT", "inputName", "`delimiter`", "inputType", `"STRING"`, "inputExpr", `"`+c.ArgText(args[1])+`"`)
			}
			switch d := v.(type) {
			case string:
				delimiter = d
			case []byte:
				delimiter = string(d)
			}
		}
		t := args[0].Type()
		return bound(args[:1], t, func() fn.Accumulator {
			return &collected{t: t, element: t, value: func(v *vec.Vector, rows []int32, out *vec.Builder) error {
				if len(rows) == 0 {
					out.Null()
					return nil
				}
				var b []byte
				for k, r := range rows {
					if k > 0 {
						b = append(b, delimiter...)
					}
					b = append(b, vec.Values[vec.View](v)[r].Bytes()...)
				}
				out.Text(b)
				return nil
			}}
		}), nil
	}}
