package text

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Replace substitutes one text by another everywhere.
var Replace = fn.Function{Name: "replace", Group: "string_funcs",
	Doc: fn.Describe("Replaces every occurrence of `search`.", fn.Params("src", "search", "replace?"), "SELECT replace('ABCabc', 'abc', 'DEF')", "ABCDEF"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 3, fn.AnyString)
		if err != nil {
			return nil, err
		}
		if len(args) == 2 {
			args = append(args, fn.Constant(types.String, ""))
		}
		return &fn.Bound{Args: args, Type: types.String, Nullable: fn.AnyNullable(args), Kernel: fn.Text3(types.String, func(dst []byte, s, search, with string) []byte {
			if search == "" {
				return append(dst, s...)
			}
			for {
				i := strings.Index(s, search)
				if i < 0 {
					return append(dst, s...)
				}
				dst = append(append(dst, s[:i]...), with...)
				s = s[i+len(search):]
			}
		})}, nil
	}}
