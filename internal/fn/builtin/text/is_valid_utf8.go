package text

import (
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// IsValidUTF8 tests the encoding of a text.
var IsValidUTF8 = fn.Function{Name: "is_valid_utf8", Group: "string_funcs",
	Doc:  fn.Describe("Tells whether the text is valid UTF-8.", fn.Params("str"), "SELECT is_valid_utf8('Spark')", "true"),
	Bind: fn.FixedNullable(types.Boolean, fn.Map1(types.Boolean, utf8.ValidString), fn.AnyString)}
