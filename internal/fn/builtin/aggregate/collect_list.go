package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// CollectList gathers the values in an array.
var CollectList = fn.Function{Name: "collect_list", Aliases: []string{"array_agg"}, Group: "agg_funcs", Kind: fn.Aggregate,
	Doc:  fn.Describe("Returns the values that are not NULL as an array, in the order of the input.", fn.Params("col"), "SELECT collect_list(a) FROM VALUES (1), (2), (1) AS t(a)", "[1,2,1]"),
	Bind: collect(false)}

func collect(unique bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		e := c.Args[0].Type()
		if unique && types.Exists(e, func(t types.DataType) bool { return t.ID() == types.IDMap || t.ID() == types.IDVariant }) {
			return nil, c.Mismatch("UNSUPPORTED_INPUT_TYPE", "functionName", c.ID(), "dataType", `"MAP" or "VARIANT"`)
		}
		t := types.ArrayType{Element: e, ContainsNull: false}
		return notNull(c.Args, t, func() fn.Accumulator { return &collected{t: t, element: e, unique: unique, value: asList} }), nil
	}
}
