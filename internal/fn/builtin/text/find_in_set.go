package text

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// FindInSet is the place in a list with commas.
var FindInSet = fn.Function{Name: "find_in_set", Group: "string_funcs",
	Doc: fn.Describe("Returns the place of a text in a list separated by commas, counted from 1; 0 when it is not there or holds a comma.", fn.Params("str", "str_array"), "SELECT find_in_set('ab', 'abc,b,ab,c,def')", "3"),
	Bind: fn.Fixed(types.Integer, fn.Map2(types.Integer, func(s, list string) int32 {
		if strings.Contains(s, ",") {
			return 0
		}
		for n := int32(1); ; n++ {
			part, rest, more := strings.Cut(list, ",")
			if part == s {
				return n
			}
			if !more {
				return 0
			}
			list = rest
		}
	}), fn.AnyString, fn.AnyString)}
