package text

import (
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// TryValidateUTF8 is null for texts that are not UTF-8.
var TryValidateUTF8 = fn.Function{Name: "try_validate_utf8", Group: "string_funcs",
	Doc: fn.Describe("Returns the text when it is valid UTF-8, else NULL.", fn.Params("str"), "SELECT try_validate_utf8(CAST(x'80' AS STRING))", "NULL"),
	Bind: fn.FixedNullable(types.String, fn.Try1(types.String, func(s string) (string, bool, error) {
		return s, utf8.ValidString(s), nil
	}), fn.AnyString)}
