package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// LuhnCheck tests the check digit of card numbers.
var LuhnCheck = fn.Function{Name: "luhn_check", Group: "string_funcs",
	Doc: fn.Describe("Tells whether a text of digits passes the Luhn check.", fn.Params("str"), "SELECT luhn_check('8112189876')", "true"),
	Bind: fn.FixedNullable(types.Boolean, fn.Map1(types.Boolean, func(s string) bool {
		sum, double := 0, false
		for i := len(s) - 1; i >= 0; i-- {
			d := int(s[i] - '0')
			if s[i] < '0' || s[i] > '9' {
				return false
			}
			if double {
				if d *= 2; d > 9 {
					d -= 9
				}
			}
			sum += d
			double = !double
		}
		return s != "" && sum%10 == 0
	}), fn.AnyString)}
