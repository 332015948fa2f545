package document

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// GetJSONObject evaluates a path.
var GetJSONObject = fn.Function{Name: "get_json_object", Group: "json_funcs",
	Doc: fn.Describe("Returns the value at a path of a JSON text, texts without quotes; NULL when there is none or the JSON is broken.", fn.Params("col", "path:string"),
		`SELECT get_json_object('{"a":"b"}', '$.a')`, "b"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		cache := &fn.Cache[[]step]{}
		return fn.FixedNullable(types.String, fn.TryText2(types.String, func(dst []byte, s, p string) ([]byte, bool, error) {
			path, err := cache.Get(p, compilePath)
			if err != nil || path == nil {
				return nil, false, err
			}
			v, ok := decode(s)
			if !ok {
				return nil, false, nil
			}
			if v == nil && len(path) == 0 {
				return append(dst, "null"...), true, nil
			}
			found, many := find(v, path)
			out, ok := appendFound(dst, found, many)
			return out, ok, nil
		}), fn.AnyString, fn.AnyString)(c)
	}}
