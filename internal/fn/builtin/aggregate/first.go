package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// First is the first value met.
var First = fn.Function{Name: "first", Aliases: []string{"first_value", "any_value"}, Group: "agg_funcs", Kind: fn.Aggregate,
	Doc: fn.Describe("Returns the first value of a group; with `ignorenulls` the first that is not NULL. The order is that of the input.",
		fn.Params("col", "ignorenulls:bool?"), "SELECT first(a) FROM VALUES (1), (2) AS t(a)", "1"),
	Bind: firstOrLast(func(v *vec.Vector, i int, old *vec.Vector, ignore bool) bool {
		return old == nil && !(ignore && v.IsNull(i))
	})}

func firstOrLast(better func(v *vec.Vector, i int, old *vec.Vector, ignore bool) bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 2); err != nil {
			return nil, err
		}
		ignore := false
		if len(c.Args) == 2 {
			v, ok := c.Literal(c.Args[1])
			b, isBool := v.(bool)
			if !ok {
				return nil, c.Mismatch("NON_FOLDABLE_INPUT", "inputName", "`ignoreNulls`", "inputType", `"BOOLEAN"`, "inputExpr", `"`+c.ArgText(c.Args[1])+`"`)
			}
			if !isBool {
				return nil, c.Unexpected(1, fn.Exact(types.Boolean))
			}
			ignore = b
		}
		t := c.Args[0].Type()
		b := bound(c.Args[:1], t, func() fn.Accumulator {
			return &kept{t: t, better: func(v *vec.Vector, i int, old *vec.Vector, _ int) bool { return better(v, i, old, ignore) }}
		})
		return b, nil
	}
}
