package text

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TryToBinary is to_binary that gives null for what is not in the format.
var TryToBinary = fn.Function{Name: "try_to_binary", Group: "string_funcs",
	Doc:  fn.Describe("Reads bytes from a text in the format hex (the default), utf-8 or base64; NULL where it is not in the format.", fn.Params("col", "format?"), "SELECT try_to_binary('xyz')", "NULL"),
	Bind: toBinary(true)}
