package text

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/pattern"
)

// Like tests a text against a pattern with % and _.
var Like = fn.Function{Name: "like", Group: "predicate_funcs",
	Doc:  fn.Describe("Tells whether the text matches a pattern, where % is any text and _ any character.", fn.Params("str", "pattern", "escapeChar?"), "SELECT 'Spark' LIKE '_park'", "true"),
	Bind: like(false)}

// like binds like and ilike; the optional third argument is the escape character.
func like(fold bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 3, fn.AnyString)
		if err != nil {
			return nil, err
		}
		escape := '\\'
		if len(args) == 3 {
			v, ok := c.Literal(args[2])
			s, _ := v.(string)
			if r := []rune(s); ok && len(r) == 1 {
				escape = r[0]
			} else {
				return nil, sparkerr.New("INVALID_ESCAPE_CHAR", "sqlExpr", `"`+c.ArgText(c.Args[2])+`"`)
			}
			args = args[:2]
		}
		cache := &fn.Cache[*pattern.Like]{}
		return &fn.Bound{Args: args, Type: types.Boolean, Nullable: fn.AnyNullable(args), Kernel: fn.Try2(types.Boolean, func(s, p string) (bool, bool, error) {
			if fold {
				s, p = string(AppendLower(nil, s)), string(AppendLower(nil, p))
			}
			l, err := cache.Get(p, func(p string) (*pattern.Like, error) { return pattern.CompileLike(p, escape) })
			if err != nil {
				return false, false, err
			}
			return l.Match(s), true, nil
		})}, nil
	}
}
