package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Item is col[key]: an array element counted from 0, or the value of a map's key. The analyzer calls it for extraction by an expression.
var Item = fn.Function{Name: "getitem", Group: "collection_funcs",
	Doc: fn.Describe("Returns col[key]: the element of an array at a place counted from 0, or the value of a map's key.", fn.Params("col", "key"), "SELECT array(1, 2)[0]", "1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		if t, ok := c.Args[0].Type().(types.MapType); ok {
			return valueOfKey(c, t)
		}
		return itemAt(c, c.ANSI())
	}}
