package text

import (
	"regexp"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/pattern"
	"github.com/flintlake/flintlake/internal/vec"
)

// Split cuts at a regular expression.
var Split = fn.Function{Name: "split", Group: "string_funcs",
	Doc: fn.Describe("Splits a text around matches of a regular expression; `limit` > 0 bounds the number of parts.", fn.Params("str", "pattern", "limit:int?"),
		"SELECT split('oneAtwoBthree', '[AB]')", `["one","two","three"]`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 3, fn.AnyString, fn.AnyString, fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		if len(args) == 2 {
			args = append(args, fn.Constant(types.Integer, int32(-1)))
		}
		cache := &fn.Cache[*regexp.Regexp]{}
		t := types.ArrayType{Element: types.String}
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			s := r.Text(0)
			re, err := cache.Get(r.Text(1), func(p string) (*regexp.Regexp, error) { return pattern.Compile(p, "split") })
			if err != nil {
				return err
			}
			splitInto(out.Child(0), s, re, r.Int(2))
			out.EndList()
			return nil
		})}, nil
	}}

// splitInto does what Java's String.split does, with trailing empty parts kept: a match of no text at the beginning gives no part.
func splitInto(out *vec.Builder, s string, re *regexp.Regexp, limit int) {
	if s == "" {
		out.TextString("")
		return
	}
	at, parts := 0, 0
	for _, m := range re.FindAllStringIndex(s, -1) {
		if limit > 0 && parts == limit-1 {
			break
		}
		if m[1] == 0 || m[0] == m[1] && m[0] == len(s) {
			continue
		}
		out.TextString(s[at:m[0]])
		at = m[1]
		parts++
	}
	out.TextString(s[at:])
}
