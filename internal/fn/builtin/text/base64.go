package text

import (
	"encoding/base64"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Base64 encodes bytes.
var Base64 = fn.Function{Name: "base64", Group: "string_funcs",
	Doc: fn.Describe("Encodes a binary in base 64, without line breaks.", fn.Params("col"), "SELECT base64('Spark SQL')", "U3BhcmsgU1FM"),
	Bind: fn.Fixed(types.String, fn.Text1(types.String, func(dst []byte, s string) []byte {
		return base64.StdEncoding.AppendEncode(dst, []byte(s))
	}), fn.Exact(types.Binary))}
