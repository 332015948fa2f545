package text

import (
	"regexp"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// RLike finds a regular expression in a text.
var RLike = fn.Function{Name: "rlike", Aliases: []string{"regexp_like", "regexp"}, Group: "predicate_funcs",
	Doc: fn.Describe("Tells whether a part of the text matches a regular expression.", fn.Params("str", "regexp"), "SELECT rlike('Spark', 'p.r')", "true"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 2, fn.AnyString)
		if err != nil {
			return nil, err
		}
		cache := &fn.Cache[*regexp.Regexp]{}
		return &fn.Bound{Args: args, Type: types.Boolean, Nullable: fn.AnyNullable(args), Kernel: fn.Try2(types.Boolean, func(s, p string) (bool, bool, error) {
			re, err := regexAt(cache, p, "rlike")
			if err != nil {
				return false, false, err
			}
			return re.MatchString(s), true, nil
		})}, nil
	}}
