package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Right takes the last characters.
var Right = fn.Function{Name: "right", Group: "string_funcs",
	Doc: fn.Describe("Returns the last `len` characters.", fn.Params("str", "len:int"), "SELECT right('Spark SQL', 3)", "SQL"),
	Bind: fn.FixedNullable(types.String, fn.Map2(types.String, func(s string, n int32) string {
		if n <= 0 {
			return ""
		}
		return Substring(s, -int(n), int(n))
	}), fn.AnyString, fn.Exact(types.Integer))}
