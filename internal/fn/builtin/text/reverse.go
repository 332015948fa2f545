package text

import (
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Reverse turns a text or an array round.
var Reverse = fn.Function{Name: "reverse", Group: "collection_funcs",
	Doc: fn.Describe("Returns the characters of a text, or the elements of an array, in reverse order.", fn.Params("col"), "SELECT reverse('Spark SQL')", "LQS krapS"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Either(fn.AnyString, fn.Exact(types.Binary), fn.AnyArray))
		if err != nil {
			return nil, err
		}
		t := args[0].Type()
		b := &fn.Bound{Args: args, Type: t, Nullable: args[0].Nullable()}
		if t.ID() == types.IDBinary {
			b.Kernel = fn.Text1(t, func(dst []byte, s string) []byte {
				for i := len(s) - 1; i >= 0; i-- {
					dst = append(dst, s[i])
				}
				return dst
			})
			return b, nil
		}
		if t.ID() != types.IDArray {
			b.Kernel = fn.Text1(t, func(dst []byte, s string) []byte {
				for len(s) > 0 {
					_, size := utf8.DecodeLastRuneInString(s)
					dst = append(dst, s[len(s)-size:]...)
					s = s[:len(s)-size]
				}
				return dst
			})
			return b, nil
		}
		b.Kernel = fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			children, span := r.List(0)
			for j := span.Offset + span.Size - 1; j >= span.Offset; j-- {
				out.Child(0).From(children[0], int(j))
			}
			out.EndList()
			return nil
		})
		return b, nil
	}}
