package text

import (
	"regexp"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// RegexpSubstr is the first match.
var RegexpSubstr = fn.Function{Name: "regexp_substr", Group: "string_funcs",
	Doc: fn.Describe("Returns the first match, NULL when there is none.", fn.Params("str", "regexp"), "SELECT regexp_substr('Steven Jones', 'J.*')", "Jones"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 2, fn.AnyString)
		if err != nil {
			return nil, err
		}
		cache := &fn.Cache[*regexp.Regexp]{}
		return &fn.Bound{Args: args, Type: types.String, Nullable: true, Kernel: fn.Try2(types.String, func(s, p string) (string, bool, error) {
			re, err := regexAt(cache, p, "regexp_substr")
			if err != nil {
				return "", false, err
			}
			m := re.FindStringIndex(s)
			if m == nil || m[0] == m[1] {
				return "", false, nil
			}
			return s[m[0]:m[1]], true, nil
		})}, nil
	}}
