package text

import (
	"regexp"
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/pattern"
	"github.com/flintlake/flintlake/internal/vec"
)

// RegexpReplace substitutes every match.
var RegexpReplace = fn.Function{Name: "regexp_replace", Group: "string_funcs",
	Doc: fn.Describe("Replaces every match of a regular expression from a position on; $1 in the replacement is the first group.", fn.Params("string", "pattern", "replacement", "position:int?"),
		"SELECT regexp_replace('100-200', '([0-9]+)', 'num')", "num-num"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(3, 4, fn.AnyString, fn.AnyString, fn.AnyString, fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		if len(args) == 3 {
			args = append(args, fn.Constant(types.Integer, int32(1)))
		}
		cache := &fn.Cache[*regexp.Regexp]{}
		return &fn.Bound{Args: args, Type: types.String, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(types.String, func(r fn.Row, out *vec.Builder) error {
			s, p, with, pos := r.Text(0), r.Text(1), r.Text(2), r.Int(3)
			re, err := regexAt(cache, p, "regexp_replace")
			if err != nil {
				return err
			}
			if pos < 1 {
				return sparkerr.New("DATATYPE_MISMATCH.VALUE_OUT_OF_RANGE", "exprName", "`position`", "valueRange", "(0, 2147483647]", "currentValue", strconv.Itoa(pos), "sqlExpr", "")
			}
			at := offset(s, pos-1)
			matches := re.FindAllStringSubmatchIndex(s[at:], -1)
			if at == len(s) && pos > 1 || len(matches) == 0 {
				out.TextString(s)
				return nil
			}
			replacement, ok := pattern.CompileReplacement(with, re)
			if !ok {
				return sparkerr.New("INVALID_REGEXP_REPLACE", "source", s, "pattern", p, "replacement", with, "position", strconv.Itoa(pos))
			}
			b := append([]byte(nil), s[:at]...)
			rest := s[at:]
			last := 0
			for _, m := range matches {
				b = append(b, rest[last:m[0]]...)
				b = replacement.Append(b, rest, m)
				last = m[1]
			}
			out.Text(append(b, rest[last:]...))
			return nil
		})}, nil
	}}
