package text

import (
	"encoding/base64"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// UnBase64 decodes base 64.
var UnBase64 = fn.Function{Name: "unbase64", Group: "string_funcs",
	Doc: fn.Describe("Decodes a text in base 64.", fn.Params("col"), "SELECT string(unbase64('U3BhcmsgU1FM'))", "Spark SQL"),
	Bind: fn.Fixed(types.Binary, fn.TryText1(types.Binary, func(dst []byte, s string) ([]byte, bool, error) {
		clean := make([]byte, 0, len(s))
		for i := 0; i < len(s); i++ { // Java's MIME decoder skips what is no digit
			if c := s[i]; c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' {
				clean = append(clean, c)
			}
		}
		if len(clean)%4 == 1 {
			return nil, false, sparkerr.New("CONVERSION_INVALID_INPUT", "str", "'"+s+"'", "fmt", "'BASE64'", "targetType", `"BINARY"`, "suggestion", "`try_to_binary`")
		}
		out, err := base64.RawStdEncoding.AppendDecode(dst, clean)
		if err != nil {
			return nil, false, sparkerr.New("CONVERSION_INVALID_INPUT", "str", "'"+s+"'", "fmt", "'BASE64'", "targetType", `"BINARY"`, "suggestion", "`try_to_binary`")
		}
		return out, true, nil
	}), fn.AnyString)}
