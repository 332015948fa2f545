package text

import (
	"regexp"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// RegexpCount counts matches.
var RegexpCount = fn.Function{Name: "regexp_count", Group: "string_funcs",
	Doc: fn.Describe("Returns the number of matches of a regular expression.", fn.Params("str", "regexp"), "SELECT regexp_count('Steven Jones and Stephen Smith', 'Ste(v|ph)en')", "2"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 2, fn.AnyString)
		if err != nil {
			return nil, err
		}
		cache := &fn.Cache[*regexp.Regexp]{}
		return &fn.Bound{Args: args, Type: types.Integer, Nullable: fn.AnyNullable(args), Kernel: fn.Try2(types.Integer, func(s, p string) (int32, bool, error) {
			re, err := regexAt(cache, p, "regexp_count")
			if err != nil {
				return 0, false, err
			}
			return int32(len(re.FindAllStringIndex(s, -1))), true, nil
		})}, nil
	}}
