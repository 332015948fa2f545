package document

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// JSONObjectKeys are the keys of a JSON object.
var JSONObjectKeys = fn.Function{Name: "json_object_keys", Group: "json_funcs",
	Doc: fn.Describe("Returns the outermost keys of a JSON object, NULL for anything else.", fn.Params("col"), `SELECT json_object_keys('{"key": "value"}')`, `["key"]`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		t := types.ArrayType{Element: types.String, ContainsNull: true}
		return fn.FixedNullable(t, fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			v, ok := decode(r.Text(0))
			o, isObject := v.(*object)
			if !ok || !isObject {
				out.Null()
				return nil
			}
			for _, k := range o.keys {
				out.Child(0).TextString(k)
			}
			out.EndList()
			return nil
		}), fn.AnyString)(c)
	}}
