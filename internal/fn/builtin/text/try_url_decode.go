package text

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TryURLDecode is url_decode that gives null for what cannot be decoded.
var TryURLDecode = fn.Function{Name: "try_url_decode", Group: "url_funcs",
	Doc:  fn.Describe("Decodes application/x-www-form-urlencoded text, NULL for what is none.", fn.Params("str"), "SELECT try_url_decode('a%2')", "NULL"),
	Bind: urlDecoder(true)}
