package text

import (
	"regexp"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// RegexpExtractAll gathers a group of every match.
var RegexpExtractAll = fn.Function{Name: "regexp_extract_all", Group: "string_funcs",
	Doc: fn.Describe("Returns group `idx` (1 without it) of every match.", fn.Params("str", "regexp", "idx:int?"),
		"SELECT regexp_extract_all('100-200, 300-400', '([0-9]+)-([0-9]+)', 1)", `["100","300"]`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 3, fn.AnyString, fn.AnyString, fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		if len(args) == 2 {
			args = append(args, fn.Constant(types.Integer, int32(1)))
		}
		cache := &fn.Cache[*regexp.Regexp]{}
		t := types.ArrayType{Element: types.String, ContainsNull: true}
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			re, err := regexAt(cache, r.Text(1), "regexp_extract_all")
			if err != nil {
				return err
			}
			s, g := r.Text(0), r.Int(2)
			for _, m := range re.FindAllStringSubmatchIndex(s, -1) {
				if g < 0 || g > re.NumSubexp() {
					return groupError("regexp_extract_all", re.NumSubexp(), g)
				}
				if m[2*g] < 0 {
					out.Child(0).TextString("")
				} else {
					out.Child(0).TextString(s[m[2*g]:m[2*g+1]])
				}
			}
			out.EndList()
			return nil
		})}, nil
	}}
