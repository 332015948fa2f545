package text

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// ValidateUTF8 refuses texts that are not UTF-8.
var ValidateUTF8 = fn.Function{Name: "validate_utf8", Group: "string_funcs",
	Doc: fn.Describe("Returns the text when it is valid UTF-8, else raises an error.", fn.Params("str"), "SELECT validate_utf8('Spark')", "Spark"),
	Bind: fn.FixedNullable(types.String, fn.Try1(types.String, func(s string) (string, bool, error) {
		if !utf8.ValidString(s) {
			var b strings.Builder
			for i := range len(s) {
				fmt.Fprintf(&b, "\\x%02X", s[i])
			}
			return "", false, sparkerr.New("INVALID_UTF8_STRING", "str", b.String())
		}
		return s, true, nil
	}), fn.AnyString)}
