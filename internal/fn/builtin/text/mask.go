package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Mask hides the characters of a text by their kind.
var Mask = fn.Function{Name: "mask", Group: "string_funcs",
	Doc: fn.Describe("Replaces capital letters by `upperChar` (X), small ones by `lowerChar` (x), digits by `digitChar` (n) and others by `otherChar`; NULL keeps them.",
		fn.Params("col", "upperChar?", "lowerChar?", "digitChar?", "otherChar?"), "SELECT mask('AbCD123-@')", "XxXXnnn-@"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 5, fn.AnyString)
		if err != nil {
			return nil, err
		}
		for i := len(args); i < 5; i++ {
			var d any
			if i < 4 {
				d = []string{"", "X", "x", "n"}[i]
			}
			args = append(args, fn.Constant(types.String, d))
		}
		return &fn.Bound{Args: args, Type: types.String, Nullable: true, Kernel: fn.AllRows(types.String, func(r fn.Row, out *vec.Builder) error {
			if r.Null(0) {
				out.Null()
				return nil
			}
			var b []byte
			for _, x := range r.Text(0) {
				k := 4
				switch {
				case unicode.IsUpper(x):
					k = 1
				case unicode.IsLower(x):
					k = 2
				case unicode.IsDigit(x):
					k = 3
				}
				if r.Null(k) {
					b = utf8.AppendRune(b, x)
				} else {
					b = append(b, r.Text(k)...)
				}
			}
			out.Text(b)
			return nil
		})}, nil
	}}
