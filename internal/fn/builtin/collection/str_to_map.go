package collection

import (
	"regexp"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/pattern"
	"github.com/flintlake/flintlake/internal/vec"
)

// StrToMap reads a map from text.
var StrToMap = fn.Function{Name: "str_to_map", Group: "map_funcs",
	Doc: fn.Describe("Splits a text into entries and entries into key and value, by regular expressions (',' and ':' by default).", fn.Params("text", "pairDelim?", "keyValueDelim?"), "SELECT str_to_map('a:1,b:2', ',', ':')", `{"a":"1","b":"2"}`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 3, fn.AnyString)
		if err != nil {
			return nil, err
		}
		for _, d := range []string{",", ":"}[len(args)-1:] {
			args = append(args, fn.Constant(types.String, d))
		}
		t := types.MapType{Key: types.String, Value: types.String, ValueContainsNull: true}
		policy := dedup(c)
		pairs, parts := &fn.Cache[*regexp.Regexp]{}, &fn.Cache[*regexp.Regexp]{}
		compile := func(p string) (*regexp.Regexp, error) { return pattern.Compile(p, "str_to_map") }
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			p, err := pairs.Get(r.Text(1), compile)
			if err != nil {
				return err
			}
			kv, err := parts.Get(r.Text(2), compile)
			if err != nil {
				return err
			}
			keys, values := vec.NewBuilder(r.C.Arena, types.String), vec.NewBuilder(r.C.Arena, types.String)
			for _, pair := range p.Split(r.Text(0), -1) {
				entry := kv.Split(pair, 2)
				keys.TextString(entry[0])
				if len(entry) == 2 {
					values.TextString(entry[1])
				} else {
					values.Null()
				}
			}
			k, v := keys.Finish(), values.Finish()
			m := newMapBuilder(out, policy)
			for i := range k.Len {
				if err := m.put(k, i, v, i); err != nil {
					return err
				}
			}
			m.end()
			return nil
		})}, nil
	}}
