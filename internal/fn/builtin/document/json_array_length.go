package document

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// JSONArrayLength counts the elements of a JSON array.
var JSONArrayLength = fn.Function{Name: "json_array_length", Group: "json_funcs",
	Doc: fn.Describe("Returns the number of elements of a JSON array, NULL for anything else.", fn.Params("col"), "SELECT json_array_length('[1,2,3,4]')", "4"),
	Bind: fn.FixedNullable(types.Integer, fn.Try1(types.Integer, func(s string) (int32, bool, error) {
		v, ok := decode(s)
		list, isList := v.([]any)
		return int32(len(list)), ok && isList, nil
	}), fn.AnyString)}
