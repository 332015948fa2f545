package text

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// SubstringIndex cuts at the n-th delimiter.
var SubstringIndex = fn.Function{Name: "substring_index", Group: "string_funcs",
	Doc: fn.Describe("Returns the text before the `count`-th delimiter, or after it counted from the end when negative.", fn.Params("str", "delim:string", "count:int"),
		"SELECT substring_index('www.apache.org', '.', 2)", "www.apache"),
	Bind: fn.Fixed(types.String, fn.Map3(types.String, func(s, delimiter string, n int32) string {
		if delimiter == "" || n == 0 {
			return ""
		}
		if n > 0 {
			at := 0
			for ; n > 0; n-- {
				i := strings.Index(s[at:], delimiter)
				if i < 0 {
					return s
				}
				if n == 1 {
					return s[:at+i]
				}
				at += i + 1
			}
		}
		end := len(s)
		for ; n < 0; n++ {
			i := strings.LastIndex(s[:end], delimiter)
			if i < 0 {
				return s
			}
			if n == -1 {
				return s[i+len(delimiter):]
			}
			end = i + len(delimiter) - 1
		}
		return s
	}), fn.AnyString, fn.AnyString, fn.Exact(types.Integer))}
