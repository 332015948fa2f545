package text

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Hex writes hexadecimal digits.
var Hex = fn.Function{Name: "hex", Group: "math_funcs",
	Doc: fn.Describe("Returns the hexadecimal digits of a number, a text or a binary.", fn.Params("col"), "SELECT hex('Spark SQL')", "537061726B2053514C"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Either(fn.Exact(types.Long), fn.Exact(types.Binary), fn.AnyString))
		if err != nil {
			return nil, err
		}
		b := &fn.Bound{Args: args, Type: types.String, Nullable: args[0].Nullable()}
		if args[0].Type().ID() == types.IDLong {
			b.Kernel = fn.Text1(types.String, func(dst []byte, n int64) []byte {
				from := len(dst)
				dst = strconv.AppendUint(dst, uint64(n), 16)
				for i := from; i < len(dst); i++ {
					if dst[i] >= 'a' {
						dst[i] -= 32
					}
				}
				return dst
			})
			return b, nil
		}
		b.Kernel = fn.Text1(types.String, func(dst []byte, s string) []byte {
			const digits = "0123456789ABCDEF"
			for i := 0; i < len(s); i++ {
				dst = append(dst, digits[s[i]>>4], digits[s[i]&15])
			}
			return dst
		})
		return b, nil
	}}
