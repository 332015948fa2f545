package text

import (
	"regexp"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// RegexpExtract is a group of the first match.
var RegexpExtract = fn.Function{Name: "regexp_extract", Group: "string_funcs",
	Doc: fn.Describe("Returns group `idx` (1 without it) of the first match, the empty text when there is none.", fn.Params("str", "pattern:string", "idx:int?"),
		"SELECT regexp_extract('100-200', '([0-9]+)-([0-9]+)', 1)", "100"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 3, fn.AnyString, fn.AnyString, fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		if len(args) == 2 {
			args = append(args, fn.Constant(types.Integer, int32(1)))
		}
		cache := &fn.Cache[*regexp.Regexp]{}
		return &fn.Bound{Args: args, Type: types.String, Nullable: fn.AnyNullable(args), Kernel: fn.Try3(types.String, func(s, p string, g int32) (string, bool, error) {
			re, err := regexAt(cache, p, "regexp_extract")
			if err != nil {
				return "", false, err
			}
			m := re.FindStringSubmatchIndex(s)
			switch {
			case m == nil:
				return "", true, nil
			case g < 0 || int(g) > re.NumSubexp():
				return "", false, groupError("regexp_extract", re.NumSubexp(), int(g))
			case m[2*g] < 0:
				return "", true, nil
			}
			return s[m[2*g]:m[2*g+1]], true, nil
		})}, nil
	}}
