package text

import (
	"regexp"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// RegexpInstr is the place of the first match.
var RegexpInstr = fn.Function{Name: "regexp_instr", Group: "string_funcs",
	Doc: fn.Describe("Returns the position of the first match, 0 when there is none.", fn.Params("str", "regexp", "idx:int?"), "SELECT regexp_instr('user@spark.apache.org', '@')", "5"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 3, fn.AnyString, fn.AnyString, fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		if len(args) == 2 {
			args = append(args, fn.Constant(types.Integer, int32(0)))
		}
		cache := &fn.Cache[*regexp.Regexp]{}
		return &fn.Bound{Args: args, Type: types.Integer, Nullable: fn.AnyNullable(args), Kernel: fn.Try3(types.Integer, func(s, p string, _ int32) (int32, bool, error) {
			re, err := regexAt(cache, p, "regexp_instr")
			if err != nil {
				return 0, false, err
			}
			m := re.FindStringIndex(s)
			if m == nil {
				return 0, true, nil
			}
			return length(s[:m[0]]) + 1, true, nil
		})}, nil
	}}
